resource "cloudflare_list" "offices" {
  account_id  = var.account_id
  kind        = "ip"
  name        = "offices_four"
  description = local.note
  item {
    value {
      ip = "192.0.2.0/24"
    }
    comment = "first"
  }
  item {
    value {
      ip = var.changed ? "198.51.100.2" : "198.51.100.1"
    }
    comment = local.note
  }
}

resource "cloudflare_list" "empty" {
  account_id  = var.account_id
  kind        = "hostname"
  name        = "empty_four"
  description = local.note
}

# It does not change: an update of a list replaces its items by those that are written in it.
resource "cloudflare_list" "numbers" {
  account_id  = var.account_id
  kind        = "asn"
  name        = "numbers_four"
  description = "Networks"
}

resource "cloudflare_list_item" "number" {
  account_id = var.account_id
  list_id    = cloudflare_list.numbers.id
  asn        = 64512
  comment    = "of the shop"
}

resource "cloudflare_list" "moved" {
  account_id  = var.account_id
  kind        = "redirect"
  name        = "moved_four"
  description = local.note
  item {
    value {
      redirect {
        source_url  = "shop-four.test/old"
        target_url  = "https://www.shop-four.test/${local.note}"
        status_code = 301
      }
    }
    comment = "moved"
  }
}

resource "cloudflare_ruleset" "bulk_redirects" {
  account_id  = var.account_id
  name        = "Bulk redirects"
  description = ""
  kind        = "root"
  phase       = "http_request_redirect"
  rules {
    action      = "redirect"
    expression  = "http.request.full_uri in $moved_four"
    description = local.note
    enabled     = true
    action_parameters {
      from_list {
        name = cloudflare_list.moved.name
        key  = "http.request.full_uri"
      }
    }
  }
}
