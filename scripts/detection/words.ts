/** Words of prose, by language. */
export const languages: Readonly<Record<string, readonly string[]>> = {
  english:
    'the of and to in is that for on with as was by this are from customer order delivery available please contact our team monday release server value session account phone number shipping invoice keyboard company'.split(
      ' ',
    ),
  german:
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach Bestellung Lieferung Kunde Rechnung Telefon Größe Straße Nummer'.split(
      ' ',
    ),
  french:
    'le de un à être et en avoir que pour dans ce il qui ne sur se pas plus par je avec tout faire son commande livraison numéro téléphone société prénom adresse'.split(
      ' ',
    ),
  spanish:
    'de la que el en y a los se del las un por con no una su para es al lo como más pero sus pedido envío número teléfono empresa dirección señor'.split(
      ' ',
    ),
  polish:
    'i w nie na się z do to że jest o jak po co ale za od tym przez zamówienie dostawa numer telefon firma adres klient wartość'.split(
      ' ',
    ),
  japanese: '注文 配送 会社 電話 番号 住所 お客様 合計 商品 日付'.split(' '),
};

/** No name of a secret: a random value that is assigned to a token is one. */
export const identifiers =
  'id name value index count total items user order price state options result response request handler config cursor entry map node list cache session created updated status type label'.split(
    ' ',
  );
