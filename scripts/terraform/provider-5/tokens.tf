resource "cloudflare_api_token" "reader" {
  name = "five-${local.note}"
  policies = [{
    effect            = "allow"
    permission_groups = [{ id = "c8fed203ed3043cba015a93ad1616f1f" }]
    resources         = jsonencode({ "com.cloudflare.api.account.zone.*" = "*" })
  }]
  condition = { request_ip = { in = [var.changed ? "192.0.2.0/25" : "192.0.2.0/24"] } }
}

resource "cloudflare_account_token" "reader" {
  account_id = var.account_id
  name       = "five-${local.note}"
  policies = [{
    effect            = "allow"
    permission_groups = [{ id = "c1fde68c7bcc44588cbb6ddbc16d6480" }]
    resources         = jsonencode({ "com.cloudflare.api.account.${var.account_id}" = "*" })
  }]
}
