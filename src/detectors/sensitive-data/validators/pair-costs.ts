/**
 * How rare the second of two symbols is after the first, in half bits as digits of base 36. Written by
 * `scripts/pair-costs.ts` from the names in published software.
 */
export const pairCosts: readonly string[] = [
  'da88hf9hbid797k9k685beedaih8',
  '6dff6hdi89f6fg6ff8ae6jikald8',
  '6idg6il6bm88gj5il9c69lmlekf9',
  '7fga4fdj6iicii8gmaacbijhckd4',
  'af98dbdjfkh9a6fdd678hce9dkg5',
  '7ggh77hl5km9he5in7a9akkkdoc8',
  'aeih3jb88nk9caafn8b8aklmfkg5',
  '5jjh6ljm3ljdfg7klce8dkiogng6',
  'bc999c9lljg9957ckb57hcodlbja',
  '6hff4hghbjefge7feh4e8hdjhhe7',
  '7ege3hcf7lgdgc9gkd9dbhdmelg4',
  '6efa4fhj6jh8hh7epjb99flpbmh6',
  '4afg4iil7ilcbe77niahblmnhmg6',
  '8i977b7iajdfhc9emi75cckmgkh5',
  'cca9icckchc895b8p5a88baehjj8',
  '6jhb5jkbapk8ij6ap5b89lnjfpg7',
  '8ffgehfheiicggeggaef1hiiijd8',
  '6hbb4gck7nddbc6gna98cejpbkg5',
  'bjah6ek98mddggaajg95aggjdhe3',
  '7ldk5il66omfgj7gr89bclhi9mf4',
  'aabb7bcj9lh786h8o676jhlhkiea',
  '4hgj3jdk5hgggfbinfefhlilild8',
  '7ggh6igb5lgfi87el89ghkfjglf4',
  'cibg8cid8kifdhf6lgg3ijkgckb4',
  'bdef8feieli7aaa4og9bhjejghd3',
  '7efe2gge8iedfe6gkddccgdgbdd6',
  'abb9bafgehgdeegdidddeggbff52',
  '8a798aab9ed99aa8g977bbcffge9',
];
