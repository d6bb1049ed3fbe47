# The previous firewall: filters, firewall rules and page rules.

resource "cloudflare_filter" "office" {
  zone_id     = cloudflare_zone.shop.id
  expression  = "ip.src in {192.0.2.0/24}"
  description = local.note
}

resource "cloudflare_firewall_rule" "office" {
  zone_id     = cloudflare_zone.shop.id
  filter_id   = cloudflare_filter.office.id
  action      = "block"
  description = local.note
  priority    = var.changed ? 2 : 1
}

resource "cloudflare_page_rule" "upload" {
  zone_id  = cloudflare_zone.shop.id
  target   = "shop-four.test/upload/*"
  priority = var.changed ? 2 : 1
  status   = "active"
  actions {
    waf              = "off"
    disable_security = true
  }
}
