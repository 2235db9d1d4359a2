#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs people in at a provider for development with clients that others wrote: clients.py CLIENT FACTS-JSON

The browser is played by urllib: it follows the provider's pages as a person without JavaScript does.
"""
import html.parser
import http.cookiejar
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

FACTS = json.loads(sys.argv[2])
RETURN = "https://site.example.test/callback"


class Page(html.parser.HTMLParser):
    """The first form of a page: where it goes, and what it brings along."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = named["action"]
        if tag == "input" and "name" in named:
            self.fields[named["name"]] = named.get("value", "")


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    def __init__(self):
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), Stay())

    def open(self, url, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        request = urllib.request.Request(url, data)
        try:
            answer = self.opener.open(request)
        except urllib.error.HTTPError as error:
            answer = error
        body = answer.read().decode()
        location = answer.headers.get("Location")
        if location and location.startswith("/"):
            return self.open(FACTS["address"] + location)
        return answer.status, location, body

    def allow(self, url, mail, decision="continue"):
        """What the site is sent when the person has signed in, if need be, and allowed it: its address and the fields."""
        status, location, body = self.open(url)
        assert status == 200, body
        page = Page(body)
        if page.action == "/auth/sign-in":
            fields = dict(page.fields, mail=mail, password=FACTS["password"], decision="continue")
            status, location, body = self.open(FACTS["address"] + page.action, fields)
            page = Page(body)
        assert page.action == "/auth/consent", body
        status, location, body = self.open(FACTS["address"] + page.action, dict(page.fields, decision=decision))
        if location:
            address, _, query = location.replace("#", "?", 1).partition("?")
            return address, dict(urllib.parse.parse_qsl(query))
        page = Page(body)
        return page.action, page.fields


def key_text():
    with open(FACTS["keyFile"]) as file:
        return file.read()


# MARK: social-auth-core

def social():
    from social_core.backends.apple import AppleIdAuth
    from social_core.strategy import BaseStrategy

    class Backend(AppleIdAuth):
        AUTHORIZATION_URL = FACTS["address"] + "/auth/authorize"
        ACCESS_TOKEN_URL = FACTS["address"] + "/auth/token"
        JWK_URL = FACTS["address"] + "/auth/keys"

    class Nonces:
        used = set()

        @classmethod
        def use(cls, server, timestamp, salt):
            fresh = (server, timestamp, salt) not in cls.used
            cls.used.add((server, timestamp, salt))
            return fresh

        @classmethod
        def consume(cls, server, timestamp, salt):
            present = (server, timestamp, salt) in cls.used
            cls.used.discard((server, timestamp, salt))
            return present

    class Storage:
        nonce = Nonces

    class Strategy(BaseStrategy):
        def __init__(self):
            self.session, self.data = {}, {}
            super().__init__(storage=Storage)

        def get_setting(self, name):
            settings = {
                "SOCIAL_AUTH_APPLE_ID_CLIENT": FACTS["service"], "SOCIAL_AUTH_APPLE_ID_TEAM": FACTS["team"],
                "SOCIAL_AUTH_APPLE_ID_KEY": FACTS["keyID"], "SOCIAL_AUTH_APPLE_ID_SECRET": key_text(),
                "SOCIAL_AUTH_APPLE_ID_SCOPE": ["email", "name"],
            }
            return settings[name]

        def request_data(self, merge=True):
            return self.data

        def request_host(self):
            return "site.example.test"

        def build_absolute_uri(self, path=None):
            return path

        def session_get(self, name, default=None):
            return self.session.get(name, default)

        def session_set(self, name, value):
            self.session[name] = value

        def session_pop(self, name):
            return self.session.pop(name, None)

        def authenticate(self, backend, *args, **kwargs):
            return kwargs["response"]

    browser = Browser()
    seen = []
    for _ in range(2):
        strategy = Strategy()
        backend = Backend(strategy, redirect_uri=RETURN)
        address, fields = browser.allow(backend.auth_url(), "anna@example.test")
        assert address == RETURN, address
        strategy.data = backend.data = fields
        response = backend.auth_complete()
        seen.append((response, "user" in fields))
    (first, had_user), (second, has_user) = seen
    assert had_user and not has_user, seen
    assert first["sub"] == second["sub"] == "000001.00000000000000000000000000000001.0001", first
    assert first["email"] == "anna@example.test" and first["email_verified"] == "true", first
    details = backend.get_user_details(first)
    assert details["email"] == "anna@example.test", details
    return {"sub": first["sub"]}


# MARK: django-allauth

def allauth():
    import django
    from django.conf import settings

    settings.configure(
        SECRET_KEY="for this test", ALLOWED_HOSTS=["*"], ROOT_URLCONF="urls", USE_TZ=True, SITE_ID=1,
        SESSION_ENGINE="django.contrib.sessions.backends.db", DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[
            "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
            "allauth", "allauth.account", "allauth.socialaccount", "allauth.socialaccount.providers.apple"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware", "allauth.account.middleware.AccountMiddleware"],
        AUTHENTICATION_BACKENDS=[
            "django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
            "context_processors": ["django.template.context_processors.request",
                                   "django.contrib.messages.context_processors.messages"]}}],
        SOCIALACCOUNT_LOGIN_ON_GET=True, SOCIALACCOUNT_QUERY_EMAIL=True, ACCOUNT_EMAIL_VERIFICATION="none", LOGIN_REDIRECT_URL="/done",
        ACCOUNT_DEFAULT_HTTP_PROTOCOL="https",
        SOCIALACCOUNT_PROVIDERS={"apple": {"APPS": [{
            "client_id": FACTS["service"], "secret": FACTS["keyID"], "key": FACTS["team"],
            "settings": {"certificate_key": key_text()}}]}})
    import types
    urls = types.ModuleType("urls")
    sys.modules["urls"] = urls
    django.setup()
    from django.urls import include, path
    urls.urlpatterns = [path("accounts/", include("allauth.urls"))]

    from allauth.socialaccount.models import SocialAccount
    from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter
    from django.core.management import call_command
    from django.test import Client
    call_command("migrate", verbosity=0)
    AppleOAuth2Adapter.access_token_url = FACTS["address"] + "/auth/token"
    AppleOAuth2Adapter.public_key_url = FACTS["address"] + "/auth/keys"
    AppleOAuth2Adapter.authorize_url = FACTS["address"] + "/auth/authorize"

    browser = Browser()
    counts = []
    for _ in range(2):
        site = Client(SERVER_NAME="site.example.test")
        begun = site.get("/accounts/apple/login/", secure=True)
        assert begun.status_code == 302, begun.content
        address, fields = browser.allow(begun["Location"], "ben@example.test")
        back = site.post(urllib.parse.urlsplit(address).path, fields, secure=True)
        assert back.status_code == 302, back.content
        done = site.get(back["Location"], secure=True)
        assert done.status_code == 302 and done["Location"] == "/done", (done.status_code, done.content)
        counts.append(SocialAccount.objects.count())
    account = SocialAccount.objects.get()
    assert counts == [1, 1], counts
    assert account.uid == "000002.00000000000000000000000000000002.0002", account.uid
    person = account.user
    assert (person.email, person.first_name) == ("ben@example.test", "Ben"), (person.first_name, account.extra_data)
    return {"sub": account.uid}


# MARK: PyJWT

def secret(now, **changes):
    import jwt
    claims = {"iss": FACTS["team"], "sub": FACTS["service"], "aud": FACTS["issuer"], "iat": now, "exp": now + 300}
    claims.update(changes)
    return jwt.encode(claims, key_text(), algorithm="ES256", headers={"kid": FACTS["keyID"]})


def post(path, fields):
    return Browser().open(FACTS["address"] + path, fields)


def pyjwt():
    import time
    import jwt
    query = urllib.parse.urlencode({
        "client_id": FACTS["service"], "redirect_uri": RETURN, "response_type": "code id_token",
        "response_mode": "form_post", "scope": "name email", "state": "s&<\"'", "nonce": "n"}, quote_via=urllib.parse.quote)
    browser = Browser()
    address, fields = browser.allow(FACTS["address"] + "/auth/authorize?" + query, "chen@example.test")
    assert fields["state"] == "s&<\"'", fields
    assert json.loads(fields["user"]) == {"name": {"firstName": "小明", "lastName": "陈"}, "email": "chen@example.test"}
    keys = jwt.PyJWKClient(FACTS["address"] + "/auth/keys")

    def claims(token):
        return jwt.decode(
            token, keys.get_signing_key_from_jwt(token).key, algorithms=["RS256"], audience=FACTS["service"],
            issuer=FACTS["issuer"])

    def half(text):
        import base64
        import hashlib
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).rstrip(b"=").decode()

    front = claims(fields["id_token"])
    assert front["c_hash"] == half(fields["code"]) and front["nonce"] == "n" and front["nonce_supported"] is True, front
    common = {"client_id": FACTS["service"], "client_secret": secret(int(time.time()))}
    status, _, body = post("/auth/token", dict(
        common, grant_type="authorization_code", code=fields["code"], redirect_uri=RETURN))
    tokens = json.loads(body)
    assert status == 200 and tokens["token_type"] == "Bearer" and tokens["expires_in"] == 3600, body
    back = claims(tokens["id_token"])
    assert back["at_hash"] == half(tokens["access_token"]) and back["sub"] == front["sub"], back
    status, _, body = post("/auth/token", dict(
        common, grant_type="refresh_token", refresh_token=tokens["refresh_token"]))
    assert status == 200 and "refresh_token" not in json.loads(body), body
    assert claims(json.loads(body)["id_token"])["email"] == "chen@example.test"
    # After a revocation the next consent is a first one again.
    status, _, body = post("/auth/revoke", dict(common, token=tokens["access_token"], token_type_hint="access_token"))
    assert (status, body) == (200, ""), body
    status, _, body = post("/auth/token", dict(
        common, grant_type="refresh_token", refresh_token=tokens["refresh_token"]))
    assert status == 400 and json.loads(body)["error"] == "invalid_grant", body
    assert "refreshRevoked" in body and "consentRevoked" in body, body
    address, fields = browser.allow(FACTS["address"] + "/auth/authorize?" + query, "chen@example.test")
    assert "user" in fields, fields
    address, fields = browser.allow(FACTS["address"] + "/auth/authorize?" + query, "chen@example.test", "cancel")
    assert fields == {"error": "user_cancelled_authorize", "state": "s&<\"'"}, fields
    return {"sub": front["sub"]}


# MARK: Authlib, oic, jose

def authlib():
    """Discovery, the code, and the token by Authlib's session and joserfc; Debian's `jose` reads the token too, where it is installed."""
    import shutil
    import subprocess
    import tempfile
    import time
    from authlib.integrations.requests_client import OAuth2Session
    from joserfc import jwk, jwt
    about = json.loads(Browser().open(FACTS["address"] + "/.well-known/openid-configuration")[2])
    session = OAuth2Session(
        FACTS["service"], secret(int(time.time())), redirect_uri=RETURN, scope="name email",
        token_endpoint_auth_method="client_secret_post")
    url, state = session.create_authorization_url(about["authorization_endpoint"], response_mode="form_post", nonce="n")
    address, fields = Browser().allow(url, FACTS["people"][0])
    assert address == RETURN and fields["state"] == state, fields
    token = session.fetch_token(about["token_endpoint"], code=fields["code"])
    keys = json.loads(Browser().open(about["jwks_uri"])[2])
    claims = jwt.decode(token["id_token"], jwk.KeySet.import_key_set(keys), algorithms=["RS256"]).claims
    jwt.JWTClaimsRegistry(
        iss={"essential": True, "value": FACTS["issuer"]}, aud={"essential": True, "value": FACTS["service"]},
        exp={"essential": True}, nonce={"essential": True, "value": "n"}).validate(claims)
    if shutil.which("jose"):
        with tempfile.NamedTemporaryFile("w") as file:
            json.dump(keys, file)
            file.flush()
            read = subprocess.run(
                ["jose", "jws", "ver", "-i", "-", "-k", file.name, "-O", "-"], input=token["id_token"].encode(),
                capture_output=True, check=True)
        assert json.loads(read.stdout) == claims, read.stdout
    return {"sub": claims["sub"]}


def oic():
    """A generic client of OpenID Connect: discovery by the issuer, its own checks of answer and token. Its request for the token loses the
    `state` that it adds, which Apple's provider refuses as well (`parameterUnknown`)."""
    import time
    from oic.oic import Client
    from oic.oic.message import AccessTokenResponse, AuthorizationResponse, RegistrationResponse
    from oic.utils.authn.client import CLIENT_AUTHN_METHOD
    client = Client(client_authn_method=CLIENT_AUTHN_METHOD)
    about = client.provider_config(FACTS["issuer"])
    client.store_registration_info(RegistrationResponse(
        client_id=FACTS["service"], client_secret=secret(int(time.time())), redirect_uris=[RETURN]))
    request = client.construct_AuthorizationRequest(request_args={
        "response_type": "code", "state": "s", "nonce": "n", "redirect_uri": RETURN, "scope": ["openid"]})
    address, fields = Browser().allow(request.request(about["authorization_endpoint"]), FACTS["people"][0])
    answer = client.parse_response(AuthorizationResponse, info=urllib.parse.urlencode(fields), sformat="urlencoded")
    request = client.construct_AccessTokenRequest(
        state=answer["state"], request_args={
            "code": answer["code"], "redirect_uri": RETURN, "client_id": FACTS["service"],
            "client_secret": client.client_secret})
    del request["state"]
    token = client.request_and_return(
        about["token_endpoint"], AccessTokenResponse, "POST", body=request.to_urlencoded(), state=answer["state"],
        http_args={"headers": {"Content-Type": "application/x-www-form-urlencoded"}})
    claims = token["id_token"]
    assert claims["iss"] == FACTS["issuer"] and claims["aud"] == [FACTS["service"]] and claims["nonce"] == "n", claims
    return {"sub": claims["sub"]}


def allow():
    """What a site is sent: clients.py allow FACTS-JSON ADDRESS MAIL DECISION"""
    address, fields = Browser().allow(*sys.argv[3:6])
    return {"address": address, "fields": fields}


# MARK: Notifications

def remove():
    """Signs somebody in at the site, and removes it at the account's page."""
    import time
    query = urllib.parse.urlencode({
        "client_id": FACTS["service"], "redirect_uri": FACTS["redirect"], "response_type": "code", "state": "s"})
    browser = Browser()
    address, fields = browser.allow(FACTS["address"] + "/auth/authorize?" + query, FACTS["people"][0])
    status, _, body = post("/auth/token", {
        "client_id": FACTS["service"], "client_secret": secret(int(time.time())), "grant_type": "authorization_code",
        "code": fields["code"], "redirect_uri": FACTS["redirect"]})
    assert status == 200, body
    import jwt
    token = jwt.decode(json.loads(body)["id_token"], options={"verify_signature": False})
    page = Page(browser.open(FACTS["address"] + "/account")[2])
    assert page.action == "/account/remove", page.action
    status, _, body = browser.open(FACTS["address"] + page.action, dict(page.fields, site=FACTS["app"]))
    assert status == 200 and "/account/remove" not in body, body
    return {"sub": token["sub"]}


# MARK: Several servers

def redeemed(server, code, redirect, outcomes):
    """Brings a code to one server by its own address, as the proxy does."""
    import time
    data = urllib.parse.urlencode({
        "client_id": FACTS["service"], "client_secret": secret(int(time.time())), "grant_type": "authorization_code",
        "code": code, "redirect_uri": redirect}).encode()
    host = urllib.parse.urlsplit(FACTS["address"]).netloc
    request = urllib.request.Request(server + "/auth/token", data, {"Host": host})
    try:
        outcomes.append(urllib.request.urlopen(request).status)
    except urllib.error.HTTPError as error:
        outcomes.append((error.code, json.loads(error.read())["error"]))


def brought(server, code, outcomes):
    """The same until the server has time for it, as clients do."""
    own = []
    while not own or own[-1] != 200 and own[-1][0] == 503:
        redeemed(server, code, FACTS["redirect"], own)
    outcomes.append(own[-1])


def signed_in_code(browser):
    query = urllib.parse.urlencode({
        "client_id": FACTS["service"], "redirect_uri": FACTS["redirect"], "response_type": "code", "state": "s"})
    return browser.allow(FACTS["address"] + "/auth/authorize?" + query, FACTS["people"][0])[1]["code"]


def redeem():
    """Brings a code: clients.py redeem FACTS-JSON CODE"""
    outcomes = []
    redeemed(FACTS["address"], sys.argv[3], FACTS["redirect"], outcomes)
    return {"outcome": outcomes[0]}


def race():
    """Brings each code to both servers at once: clients.py race FACTS-JSON ROUNDS"""
    import threading
    won = 0
    rounds = int(sys.argv[3])
    browser = Browser()
    for _ in range(rounds):
        code, outcomes = signed_in_code(browser), []
        threads = [
            threading.Thread(target=brought, args=(server, code, outcomes))
            for server in FACTS["servers"]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        good = [outcome for outcome in outcomes if outcome == 200]
        assert len(good) == 1 and outcomes.count((400, "invalid_grant")) == 1, outcomes
        won += len(good)
    return {"rounds": rounds, "won": won}


def away():
    """What both servers answer while their database is away."""
    statuses = []
    for server in FACTS["servers"]:
        outcomes = []
        redeemed(server, "c" * 44, FACTS["redirect"], outcomes)
        assert outcomes[0][1] == "temporarily_unavailable", outcomes
        statuses.append(outcomes[0][0])
    return {"statuses": statuses}


def told():
    """Verifies a notification by the published keys, and prints what it says."""
    import jwt
    token = json.loads(sys.argv[3])["payload"]
    key = jwt.PyJWKClient(FACTS["address"] + "/auth/keys").get_signing_key_from_jwt(token).key
    claims = jwt.decode(token, key, algorithms=["RS256"], audience=FACTS["app"], issuer=FACTS["issuer"])
    assert claims["exp"] - claims["iat"] == 86400 and isinstance(claims["events"], str), claims
    event = json.loads(claims["events"])
    assert abs(event.pop("event_time") / 1000 - claims["iat"]) < 2, claims
    return event


CLIENTS = {"social": social, "allauth": allauth, "pyjwt": pyjwt, "authlib": authlib, "oic": oic, "allow": allow, "remove": remove, "told": told,
           "race": race, "away": away, "redeem": redeem}
print(json.dumps(CLIENTS[sys.argv[1]]()))
