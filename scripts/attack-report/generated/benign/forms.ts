import { byteString, formMessage, getMessage, multipartMessage, queryOf } from '../message.ts';
import type { BenignKinds } from './kind.ts';
import {
  companies,
  moment,
  opinions,
  people,
  prices,
  prose,
  searches,
  streets,
  uuid,
  words,
} from './phrases.ts';

export const formKinds: BenignKinds = {
  'registration forms': {
    means: 'names with apostrophes, addresses, companies',
    message: (random) =>
      formMessage('/account/register', {
        csrf_token: random.hex(32),
        name: random.pick(people),
        email: `${random.pick(['tim', "o'hara", 'first.last+news', 'x_y-z', 'user%tag'])}@${random.pick(['example.org', 'mail.test', 'münchen.example'])}`,
        company: random.pick(companies),
        street: random.pick(streets),
        zip: random.digits(5),
        country: random.pick(['IE', "Côte d'Ivoire", 'DE', 'Bosnia & Herzegovina']),
        password: random.text('abcXYZ019!@#$%^&*()-_=+[]{};:,.<>?/|~\'" ', 14),
        newsletter: 'on',
      }),
  },
  'contact forms': {
    means: 'messages with quotes, comparison signs and ampersands',
    message: (random) =>
      formMessage('/contact', {
        'your-name': random.pick(people),
        'your-subject': random.pick([...prices, ...companies]),
        'your-message': prose(random, 3 + random.below(4)),
        _wpcf7: random.digits(3),
        _wpnonce: random.hex(10),
      }),
  },
  'reviews and comments': {
    means: 'opinions in forms of shops and blogs',
    message: (random) =>
      formMessage('/wp-comments-post.php', {
        comment: `${random.pick(opinions)} ${prose(random)}`,
        author: random.pick(people),
        url: random.pick(['', 'https://example.org/~tim/', 'http://blog.example/?p=12&lang=en']),
        comment_post_ID: random.digits(4),
        comment_parent: '0',
        submit: 'Post Comment',
      }),
  },
  'settings with multipart forms': {
    means: 'profile forms with text in several languages',
    message: (random) =>
      multipartMessage('/profile', [
        { name: '_method', content: 'patch' },
        { name: 'user[name]', content: byteString(random.pick(people)) },
        { name: 'user[bio]', content: byteString(prose(random, 4)) },
        { name: 'user[links][]', content: `https://example.org/${words(random, 1)}?ref=a&x=1` },
        { name: 'user[price]', content: byteString(random.pick(prices)) },
        { name: 'commit', content: 'Save & continue' },
      ]),
  },
  'orders and payments': {
    means: 'carts, invoices and bank-style forms',
    message: (random) =>
      formMessage('/checkout/pay', {
        'items[0][sku]': `SKU-${random.digits(6)}/${random.hex(2)}`,
        'items[0][price]': random.pick(prices),
        'items[1][note]': random.pick(opinions),
        iban: `DE${random.digits(20)}`,
        purpose: `Invoice ${random.digits(6)} / ${random.pick(companies)}; order -- ${random.digits(4)}`,
        amount: `${random.digits(3)},${random.digits(2)}`,
        date: moment(random).toISOString().slice(0, 10),
        return_url: 'https://www.shop.test/thanks?order=1&token=abc',
      }),
  },
  'log-ins': {
    means: 'passwords with special characters',
    message: (random) =>
      formMessage('/login', {
        username: random.pick([
          'tim',
          "o'brien",
          'anna.müller@example.org',
          'DOMAIN\\user',
          'root',
        ]),
        password: random.text(
          'abcdeXYZ0123456789!@#$%^&*()-_=+[]{};:,.<>?/|~\'"`\\ ',
          8 + random.below(16),
        ),
        next: random.pick(['/', '/account?tab=orders', 'https://www.shop.test/account#top']),
        remember: '1',
      }),
  },
  'ASP.NET forms': {
    means: 'view state and event targets',
    message: (random) =>
      formMessage('/Orders/List.aspx', {
        __EVENTTARGET: 'ctl00$Main$Grid$ctl03$lnkSelect',
        __EVENTARGUMENT: `Select$${random.below(20)}`,
        __VIEWSTATE: `/wEPDwUK${random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 400)}==`,
        __VIEWSTATEGENERATOR: random.hex(8).toUpperCase(),
        ctl00$Main$txtSearch: random.pick(searches['english'] ?? []),
      }),
  },
  searches: {
    means: 'searches in several languages, in query arguments',
    message: (random) => {
      const phrase = random.pick(searches[random.pick(Object.keys(searches))] ?? []);
      return getMessage(
        `${random.pick(['/search', '/s', '/catalog', '/'])}?${queryOf({ [random.pick(['q', 's', 'query', 'keyword', 'text'])]: phrase, page: String(1 + random.below(9)), sort: random.pick(['price_asc', 'relevance', 'name,desc', '-created']) })}`,
      );
    },
  },
  'searches in English': {
    means: 'searches with words of SQL, shells and scripts',
    message: (random) => {
      const [one, two] = [
        random.pick(searches['english'] ?? []),
        random.pick(searches['english'] ?? []),
      ];
      return getMessage(
        `/search?${queryOf({ q: random.below(2) ? one : `${one} ${random.pick(['or', 'and', '-', 'vs', '&'])} ${two}` })}`,
      );
    },
  },
  'searches by other clients': {
    means: 'searches in forms and with single bytes for Western letters',
    message: (random) =>
      random.below(2)
        ? formMessage('/search', {
            q: random.pick(searches[random.pick(Object.keys(searches))] ?? []),
            lang: 'en',
          })
        : getMessage(
            `/suche?begriff=${random.pick(['Stra%DFe', 'M%FCller', 'caf%E9+au+lait', 'na%EFve', '%C4pfel+%26+Birnen'])}&seite=2`,
          ),
  },
  'filters and sorting': {
    means: 'query arguments with ranges, lists and signs',
    message: (random) =>
      getMessage(
        `/products?${random.pick([
          `price=${random.below(50)}..${random.below(500)}&size=S,M,L&sort=-price,name`,
          `filter%5Bprice%5D%5Bgte%5D=10&filter%5Bprice%5D%5Blte%5D=20&fields=id,name&include=brand,images`,
          `price_min=10&price_max=99.90&color[]=red&color[]=blue&brand=${encodeURIComponent(random.pick(companies))}`,
          `date=>=2025-01-01&date=<2025-02-01&tz=Europe/Berlin&order=desc`,
          `ids=1,2,3,4,5&expand=all&q=${encodeURIComponent(random.pick(people))}`,
          `where=status%3Dopen%20AND%20assignee%3Dtim&orderby=created%20desc`,
          `range=%5B10%20TO%2020%5D&facet.field=color&fq=price:%5B*%20TO%20100%5D`,
        ])}&_=${uuid(random)}`,
      ),
  },
};
