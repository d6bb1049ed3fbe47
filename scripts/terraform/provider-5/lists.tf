resource "cloudflare_list" "offices" {
  account_id  = var.account_id
  kind        = "ip"
  name        = "offices_five"
  description = local.note
  items = [
    { ip = "192.0.2.0/24" },
    { ip = var.changed ? "198.51.100.2" : "198.51.100.1", comment = local.note },
  ]
}

resource "cloudflare_list" "hosts" {
  account_id  = var.account_id
  kind        = "hostname"
  name        = "hosts_five"
  description = local.note

  # Its items are resources of their own.
  lifecycle {
    ignore_changes = [items]
  }
}

resource "cloudflare_list_item" "host" {
  account_id = var.account_id
  list_id    = cloudflare_list.hosts.id
  hostname   = { url_hostname = "www.shop-five.test" }
  comment    = "of the shop"
}

resource "cloudflare_list" "moved" {
  account_id  = var.account_id
  kind        = "redirect"
  name        = "moved_five"
  description = local.note
  items = [{
    redirect = {
      source_url  = "shop-five.test/old"
      target_url  = "https://www.shop-five.test/${local.note}"
      status_code = 301
    }
  }]
}

resource "cloudflare_ruleset" "bulk_redirects" {
  account_id = var.account_id
  name       = "Bulk redirects"
  kind       = "root"
  phase      = "http_request_redirect"
  rules = [{
    action      = "redirect"
    expression  = "http.request.full_uri in $moved_five"
    description = local.note
    action_parameters = {
      from_list = { name = cloudflare_list.moved.name, key = "http.request.full_uri" }
    }
  }]
}
