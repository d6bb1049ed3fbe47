"""What Flask reads of a request."""
import os

import flask
import werkzeug

app = flask.Flask(__name__)


@app.route("/", methods=["GET", "POST"])
def read():
    request = flask.request
    files = [[name, file.read().decode("utf-8", "replace")] for name, file in request.files.items(multi=True)]
    return {
        "version": f"Flask {flask.__version__}, Werkzeug {werkzeug.__version__}",
        "query": [list(pair) for pair in request.args.items(multi=True)],
        "cookie": [list(pair) for pair in request.cookies.items(multi=True)],
        "body": [list(pair) for pair in request.form.items(multi=True)] + files,
    }


app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
