/** What MMDB files say about an address. A member is undefined if no file has it. Texts are byte strings, as rules compare them. */
export interface GeoLocation {
  /** ISO 3166-1; `XX` if it is not known, `T1` for exits of the Tor network. */
  readonly country: string | undefined;
  /** The same in lower case, as logs have it. */
  readonly loggedCountry: string | undefined;
  /** Two letters, or `T1`. */
  readonly continent: string | undefined;
  readonly isInEuropeanUnion: boolean | undefined;
  readonly city: string | undefined;
  /** Name and ISO 3166-2 code of the first subdivision. */
  readonly region: string | undefined;
  readonly regionCode: string | undefined;
  readonly secondRegionCode: string | undefined;
  readonly postalCode: string | undefined;
  readonly metroCode: string | undefined;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  readonly timezone: string | undefined;
  /** Number of the autonomous system; 0 if it is not known. */
  readonly asn: number | undefined;
  /** Its name, as text. */
  readonly asnName: string | undefined;
}
