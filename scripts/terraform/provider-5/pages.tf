resource "cloudflare_page_shield_policy" "checkout" {
  zone_id     = cloudflare_zone.shop.id
  action      = "log"
  description = local.note
  enabled     = true
  expression  = "ends_with(http.request.uri.path, \"/checkout\")"
  value       = "script-src 'self'"
}
