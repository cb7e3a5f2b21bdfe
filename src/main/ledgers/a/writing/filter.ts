/** A condition in the ledger's filter language: a field holds exactly this text. */
export function equals(field: string, text: string): string {
  return `${field}==${quoted(text)}`;
}

/** A field holds this id. */
export function equalsId(field: string, id: string): string {
  return `${field}==Guid(${quoted(id)})`;
}

/** A field holds this calendar day (`YYYY-MM-DD`). */
export function equalsDay(field: string, day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${field}==DateTime(${year},${month},${date})`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
