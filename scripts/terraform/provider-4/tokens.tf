resource "cloudflare_api_token" "reader" {
  name = "four-${local.note}"
  policy {
    permission_groups = ["c8fed203ed3043cba015a93ad1616f1f"]
    resources         = { "com.cloudflare.api.account.zone.*" = "*" }
  }
  condition {
    request_ip {
      in = [var.changed ? "192.0.2.0/25" : "192.0.2.0/24"]
    }
  }
}
