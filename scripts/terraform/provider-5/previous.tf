# The previous firewall: filters, firewall rules and page rules.

resource "cloudflare_filter" "office" {
  zone_id = cloudflare_zone.shop.id
  body = [{
    expression  = "ip.src in {192.0.2.0/24}"
    description = local.note
    paused      = false
  }]
}

resource "cloudflare_firewall_rule" "office" {
  zone_id = cloudflare_zone.shop.id
  filter  = { id = cloudflare_filter.office.id, expression = "ip.src in {192.0.2.0/24}" }
  action  = { mode = "block" }
}

resource "cloudflare_page_rule" "upload" {
  zone_id  = cloudflare_zone.shop.id
  target   = "shop-five.test/upload/*"
  priority = var.changed ? 2 : 1
  status   = "active"
  actions  = { disable_security = true }
}
