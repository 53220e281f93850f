"""Settings, read from the environment. Without any variable they fit `manage.py start` on one machine.

SECRET_KEY                 set it in production; otherwise it is made once and stored in var/
DATABASE_URL               postgres://user:password@host:port/name; otherwise the embedded PostgreSQL
DATABASE_DIRECT_URL        the same database without its pooler, if DATABASE_URL leads to a pooler that shares
                           connections between transactions (PgBouncer with pool_mode = transaction)
ALLOWED_HOSTS              host names of the pages besides localhost, separated by commas
LISTEN                     the address to listen on, if a proxy runs on another computer or in another container:
                           0.0.0.0 means all addresses; default 127.0.0.1
LAN=on                     as `manage.py start --lan`: also serve the local networks of this computer
HTTPS=on                   behind a proxy that ends TLS and sets X-Forwarded-Proto: secure cookies, HSTS, redirects
TRUSTED_PROXIES            addresses or networks of proxies, separated by commas. Their X-Forwarded-For (read from the
                           right) and X-Forwarded-Proto are trusted. Default 127.0.0.1,::1 with HTTPS=on, else none.
                           Without it, limits of sign-in and API count all visitors behind a proxy as one address
HTTPS_CERTIFICATE          with HTTPS=on and no proxy: the file of the certificate with its chain, and
HTTPS_KEY                  the file of its key, both PEM; Kierros then serves HTTPS itself
HSTS_SECONDS               how long browsers must use HTTPS; default one year
UNFINISHED_LANGUAGES=on    for translators: readers may also choose languages that are not completely translated
DEBUG=on                   for developers: Django's own error pages
VAR_DIR                    the folder of the program's own files: key and data; default var/
STREAMS                    the most open streams for each worker, default 10,000; and for each address, default 2,500:
STREAMS_PER_ADDRESS        a whole hall may share the address of its router
WEBHOOK_NETWORKS           addresses or networks, separated by commas, that webhooks may reach besides public ones,
                           such as 192.168.1.20
WEBHOOK_HTTP=on            webhooks may use http:// addresses, which anyone on the way can read
SECURITY_CONTACT           addresses, separated by commas, for vulnerability reports: mailto:security@example.org, or
                           https://... They are shown in /.well-known/security.txt, which exists only with them
ACCESS_LOG=on              write a line for each request to standard error: method, address, status, time
METRICS_PORT               the port of 127.0.0.1 for Prometheus metrics; none without it
BACKUP_DIR                 the folder of automatic backups; default var/backups
BACKUP_SECOND_DIR          an existing folder on another disk, a stick or a share that also gets the backups. With the
                           embedded PostgreSQL it also gets a continuous copy: a base backup, then the WAL
EMBEDDED_POSTGRES_DIR      the folder of the embedded PostgreSQL's data; default var/postgres
EMBEDDED_POSTGRES_NAME     the name of its database; default kierros
EMBEDDED_POSTGRES_OPTIONS  further settings of its server, separated by commas: fsync=off
"""

from pathlib import Path

import environ  # type: ignore[import-untyped] # it brings no types
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.api import REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401 settings of the API
from config.build import build_mark
from config.secret import stored_secret
from config.translation.compiled import compile_catalogues
from config.translation.languages import language_choices
from operating_system import system
from server import lan
from server.proxies import networks

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
#: Set by `start` if the database is a standby: see `server.middleware.reading_only`.
READING_ONLY = env.bool("KIERROS_READING_ONLY", default=False)
BUILD = build_mark(BASE_DIR, VAR) + ("-reading" if READING_ONLY else "")
#: The command before the name of a subcommand; an installed application is `kierros`.
COMMAND = env.str("KIERROS_COMMAND", default=f"{system.python_command} manage.py")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or stored_secret(VAR / "secret-key")
OWN_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = [*OWN_HOSTS, *env.list("ALLOWED_HOSTS", default=[])]
LAN = env.bool("LAN", default=False)
LISTEN = env.str("LISTEN", default="")

INSTALLED_APPS = [
    "config",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "tournaments",
    "standings",
]

MIDDLEWARE = [
    "server.proxies.ThroughProxies",
    "server.middleware.filters.slim",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "server.middleware.filters.plain_head",
    "server.middleware.filters.PackedPages",
    "server.middleware.static_files.serve_packed",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "server.middleware.reading_only.ReadingOnly",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "server.middleware.filters.PlainForm",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
# A list of 20,000 players is submitted from its preview as one field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "libraries": {"lines": "standings.web.table.lines"},
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# The database: PostgreSQL, external or embedded. Each process keeps a pool; a broken connection is noticed before use.
EMBEDDED_POSTGRES_DIR = env.path("EMBEDDED_POSTGRES_DIR", default=str(VAR / "postgres"))
EMBEDDED_POSTGRES_OPTIONS = env.list("EMBEDDED_POSTGRES_OPTIONS", default=[])
if env.str("DATABASE_URL", default=""):
    DATABASE = env.db_url("DATABASE_URL")
    if DATABASE["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL: postgres://user:password@host:port/name")
elif env.str("DATABASE_DIRECT_URL", default=""):
    raise ImproperlyConfigured("DATABASE_DIRECT_URL leads past the pooler that DATABASE_URL names. Set both.")
else:
    DATABASE = {"ENGINE": "config.embedded", "NAME": env.str("EMBEDDED_POSTGRES_NAME", default="kierros")}
DATABASE["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 16, "timeout": 10.0}, **DATABASE.get("OPTIONS", {})}
DATABASES = {"default": {**DATABASE, "CONN_HEALTH_CHECKS": True}}
if env.str("DATABASE_DIRECT_URL", default=""):  # `tournaments.core.direct_connection` documents its uses
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    DATABASES["direct"] = {**env.db_url("DATABASE_DIRECT_URL"), "CONN_HEALTH_CHECKS": True}
BACKUP_DIR = Path(env.path("BACKUP_DIR", default=str(VAR / "backups")))
BACKUP_SECOND_DIR = Path(env.path("BACKUP_SECOND_DIR")) if env.str("BACKUP_SECOND_DIR", default="") else None
STREAMS = env.int("STREAMS", default=10_000)
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", default=2_500)
WEBHOOK_NETWORKS = networks(env.list("WEBHOOK_NETWORKS", default=[]), of="WEBHOOK_NETWORKS")
WEBHOOK_HTTP = env.bool("WEBHOOK_HTTP", default=False)
SECURITY_CONTACT = [
    contact if ":" in contact else f"mailto:{contact}" for contact in env.list("SECURITY_CONTACT", default=[])
]
ACCESS_LOG = env.bool("ACCESS_LOG", default=False)
METRICS_PORT = env.int("METRICS_PORT", default=0)
#: Metrics besides those of `server.metrics`: name, help, and a function that returns a number or None.
METRICS_FIGURES = (
    ("kierros_backup_age_seconds", "Age of the last automatic backup", "config.backups.keeping.age_in_seconds"),
    ("kierros_backup_failed", "Whether the last backup failed", "config.backups.keeping.has_failed"),
    ("kierros_second_place_age_seconds", "How far the second place is behind", "config.backups.reached.age_in_seconds"),
)
AUTH_USER_MODEL = "tournaments.User"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
LOGIN_URL = "tournaments:sign-in"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "tournaments.people.accounts.NotTheName"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

LANGUAGE_CODE = "en"
LANGUAGES = language_choices(unfinished=env.bool("UNFINISHED_LANGUAGES", default=False))
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [compile_catalogues(BASE_DIR / "locale", VAR / "catalogues")]
USE_TZ = True
TIME_ZONE = "UTC"

# Static files are served from their source folders, also in a clone without collectstatic.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True

# Security: no external or inline scripts, no frames, cookies only for this site and not for scripts.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "server.middleware.error_pages.form_refused"

HTTPS = env.bool("HTTPS", default=False)
# The code printed by `manage.py start` is required if a stranger could create the first account sooner.
ASKS_FOR_CODE = (
    LAN or HTTPS or bool(LISTEN) or len(ALLOWED_HOSTS) > len(OWN_HOSTS) or bool(env.str("TRUSTED_PROXIES", default=""))
)
HTTPS_CERTIFICATE = Path(env.path("HTTPS_CERTIFICATE")) if env.str("HTTPS_CERTIFICATE", default="") else None
HTTPS_KEY = Path(env.path("HTTPS_KEY")) if env.str("HTTPS_KEY", default="") else None
#: The addresses at which phones in the hall reach this computer, read again each time: a certificate is for a name.
LAN_ADDRESSES = lan.phone_addresses(ALLOWED_HOSTS[len(OWN_HOSTS) :] if HTTPS_CERTIFICATE else []) if LAN else list[str]
if LAN:
    ALLOWED_HOSTS = lan.Hosts(ALLOWED_HOSTS)
#: The beginning of an external link, if it is known: pictures of links need a whole address.
PUBLIC_ADDRESS = f"https://{ALLOWED_HOSTS[len(OWN_HOSTS)]}" if HTTPS and len(ALLOWED_HOSTS) > len(OWN_HOSTS) else ""
TRUSTED_PROXIES = networks(env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"] if HTTPS else []))
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# Monitoring asks without TLS, behind the proxy.
SECURE_REDIRECT_EXEMPT = [r"^up/$", r"^health/"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 60 * 60)
# The domain's owner decides whether other hosts and the browsers' built-in lists insist on HTTPS.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# The log is short so that people read it: warnings and errors, on standard error.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.LineFormatter", "fmt": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "filters": {"without_client_errors": {"()": "config.logs.WithoutClientErrors"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_client_errors"]},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "psycopg.pool": {"level": "ERROR"},  # it repeats the error of the request
    },
}
