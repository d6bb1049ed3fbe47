resource "cloudflare_zone_settings_override" "shop" {
  zone_id = cloudflare_zone.shop.id
  settings {
    always_use_https = var.changed ? "on" : "off"
    min_tls_version  = var.changed ? "1.2" : "1.1"
    tls_1_3          = "on"
    websockets       = var.changed ? "off" : "on"
    challenge_ttl    = var.changed ? 2700 : 1800
    brotli           = var.changed ? "off" : "on"
    security_header {
      enabled            = true
      include_subdomains = var.changed
      max_age            = 86400
      nosniff            = true
    }
  }
}

resource "cloudflare_zone_hold" "shop" {
  zone_id = cloudflare_zone.shop.id
  hold    = !var.changed
}
