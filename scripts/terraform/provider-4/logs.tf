resource "cloudflare_logpush_job" "requests" {
  zone_id          = cloudflare_zone.shop.id
  name             = "requests"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "file://requests-four"
  # The provider demands one for schemes that it does not know.
  ownership_challenge = "none"
  filter = jsonencode({
    where = { key = "EdgeResponseStatus", operator = "geq", value = var.changed ? 500 : 400 }
  })
  output_options {
    field_names      = var.changed ? ["RayID"] : ["RayID", "EdgeResponseStatus"]
    timestamp_format = "rfc3339"
    cve20214428      = true
  }
}
