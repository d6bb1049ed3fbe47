resource "cloudflare_web3_hostname" "rpc" {
  zone_id     = cloudflare_zone.shop.id
  name        = "rpc.shop-five.test"
  target      = "ethereum"
  description = local.note
}

# A member that is added, and another that is removed.
resource "cloudflare_web3_hostname" "bare" {
  zone_id     = cloudflare_zone.shop.id
  name        = "bare.shop-five.test"
  target      = "ethereum"
  description = var.changed ? null : "first"
  dnslink     = var.changed ? "/ipns/shop-five.test" : null
}
