/** True for one person at two machines: people are noted as `name@machine`, and a name is one person's. */
export function samePerson(a: string, b: string): boolean {
  return nameOf(a) === nameOf(b);
}

function nameOf(noted: string): string {
  const at = noted.lastIndexOf("@");
  return (at <= 0 ? noted : noted.slice(0, at)).toLowerCase();
}
