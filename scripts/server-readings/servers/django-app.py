"""What Django reads of a request."""
import os
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="x", DEBUG=False)


def pairs(values):
    return [[name, value] for name, each in values.lists() for value in each]


def read(request):
    body = pairs(request.POST)
    files = [[name, file.read().decode("utf-8", "replace")] for name, file in pairs(request.FILES)]
    return JsonResponse({
        "version": f"Django {django.get_version()}",
        "query": pairs(request.GET),
        "cookie": [list(pair) for pair in request.COOKIES.items()],
        "body": body + files,
    })


urlpatterns = [path("", read)]

make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()
