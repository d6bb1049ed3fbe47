import type { ValidatorName } from '../../../catalogs/managed-rulesets/sensitive-data/validator-name.ts';
import { abaRouting } from './aba-routing.ts';
import { argentineCuit } from './argentine-cuit.ts';
import { australianMedicare } from './australian-medicare.ts';
import { australianTfn } from './australian-tfn.ts';
import { base58check } from './base58check.ts';
import { basicCredentials } from './basic-credentials.ts';
import { bech32 } from './bech32.ts';
import { belgianNationalNumber } from './belgian-national-number.ts';
import { brazilianCnpj } from './brazilian-cnpj.ts';
import { brazilianCpf } from './brazilian-cpf.ts';
import { chileanRut } from './chilean-rut.ts';
import { chineseResidentId } from './chinese-resident-id.ts';
import { crcHex } from './crc-hex.ts';
import { dateYymmdd } from './date-yymmdd.ts';
import { discordToken } from './discord-token.ts';
import { dutchBsn } from './dutch-bsn.ts';
import { ethereumAddress } from './ethereum-address.ts';
import { finnishHetu } from './finnish-hetu.ts';
import { frenchInsee } from './french-insee.ts';
import { germanTaxId } from './german-tax-id.ts';
import { iban } from './iban.ts';
import { italianFiscalCode } from './italian-fiscal-code.ts';
import { japaneseMyNumber } from './japanese-my-number.ts';
import { jwt } from './jwt.ts';
import { luhn } from './luhn.ts';
import { mexicanCurp } from './mexican-curp.ts';
import { mixedToken } from './mixed-token.ts';
import { nhsNumber } from './nhs-number.ts';
import { norwegianNationalId } from './norwegian-national-id.ts';
import { anyPaymentCard, paymentCard, rarePaymentCard } from './payment-card.ts';
import { notAPlaceholder } from './placeholder.ts';
import { polishPesel } from './polish-pesel.ts';
import { portugueseNif } from './portuguese-nif.ts';
import { randomToken } from './random-token.ts';
import { realPassword } from './real-password.ts';
import { serviceToken } from './service-token.ts';
import { singaporeNric } from './singapore-nric.ts';
import { slackToken } from './slack-token.ts';
import { southAfricanId } from './south-african-id.ts';
import { spanishDniNie } from './spanish-dni-nie.ts';
import { swedishPersonnummer } from './swedish-personnummer.ts';
import { swiftBic } from './swift-bic.ts';
import { swissAhv } from './swiss-ahv.ts';
import { turkishId } from './turkish-id.ts';
import { ukDrivingLicence } from './uk-driving-licence.ts';
import { ukNino } from './uk-nino.ts';
import { urlPassword } from './url-password.ts';
import { usSsn } from './us-ssn.ts';
import type { Validator } from './validator.ts';
import { verhoeff } from './verhoeff.ts';

/** The validator for each name that rules use; the type ensures that none is missing. */
export const validators: Readonly<Record<ValidatorName, Validator>> = {
  'aba-routing': abaRouting,
  'any-payment-card': anyPaymentCard,
  'argentine-cuit': argentineCuit,
  'australian-medicare': australianMedicare,
  'australian-tfn': australianTfn,
  base58check,
  'basic-credentials': basicCredentials,
  bech32,
  'belgian-national-number': belgianNationalNumber,
  'brazilian-cnpj': brazilianCnpj,
  'brazilian-cpf': brazilianCpf,
  'chilean-rut': chileanRut,
  'chinese-resident-id': chineseResidentId,
  'crc-hex': crcHex,
  'date-yymmdd': dateYymmdd,
  'discord-token': discordToken,
  'dutch-bsn': dutchBsn,
  'ethereum-address': ethereumAddress,
  'finnish-hetu': finnishHetu,
  'french-insee': frenchInsee,
  'german-tax-id': germanTaxId,
  iban,
  'italian-fiscal-code': italianFiscalCode,
  'japanese-my-number': japaneseMyNumber,
  jwt,
  luhn,
  'mexican-curp': mexicanCurp,
  'mixed-token': mixedToken,
  'nhs-number': nhsNumber,
  'norwegian-national-id': norwegianNationalId,
  'not-a-placeholder': notAPlaceholder,
  'payment-card': paymentCard,
  'polish-pesel': polishPesel,
  'portuguese-nif': portugueseNif,
  'random-token': randomToken,
  'rare-payment-card': rarePaymentCard,
  'real-password': realPassword,
  'service-token': serviceToken,
  'singapore-nric': singaporeNric,
  'slack-token': slackToken,
  'south-african-id': southAfricanId,
  'spanish-dni-nie': spanishDniNie,
  'swedish-personnummer': swedishPersonnummer,
  'swift-bic': swiftBic,
  'swiss-ahv': swissAhv,
  'turkish-id': turkishId,
  'uk-driving-licence': ukDrivingLicence,
  'uk-nino': ukNino,
  'url-password': urlPassword,
  'us-ssn': usSsn,
  verhoeff,
};
