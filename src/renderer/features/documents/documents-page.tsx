export function DocumentsPage(_: { readonly clientId: string; readonly documentId: string | null }) {
  return null;
}
