resource "cloudflare_web3_hostname" "rpc" {
  zone_id     = cloudflare_zone.shop.id
  name        = "rpc.shop-four.test"
  target      = "ethereum"
  description = local.note
}
