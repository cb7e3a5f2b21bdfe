import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { chartOf } from "./chart.ts";

/** Finds accounts that a file names: by id, else by code, else by a name that only one account has. */
export function accountFinder(reader: MirrorReader): (named: string) => string | null {
  const chart = [...chartOf(reader).values()];
  const by = (text: (account: (typeof chart)[number]) => string | undefined) => {
    const found = new Map<string, string | null>();
    for (const account of chart) {
      const key = text(account)?.trim().toLowerCase();
      if (key !== undefined && key !== "") found.set(key, found.has(key) ? null : account.id);
    }
    return found;
  };
  const maps = [by(({ id }) => id), by(({ code }) => code), by(({ name }) => name), by(({ code, name }) => `${code ?? ""} ${name}`)];
  return (named) => maps.map((map) => map.get(named.trim().toLowerCase())).find((id) => id !== undefined) ?? null;
}
