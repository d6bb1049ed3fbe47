type Scalar = string | number | boolean;

export type QueryValues = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Path and query of a call: `/zones/{zone_id}` with its parameters filled in. */
export function requestPath(
  template: string,
  params: Readonly<Record<string, string>>,
  query: QueryValues,
): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
