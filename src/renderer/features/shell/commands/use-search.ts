import { useEffect, useState } from "react";
import type { SearchHit } from "#shared/contract/clients/search.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { later } from "../../../api/clock.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";

/** The progress of a search across clients: the hits so far, and how many clients were searched. */
export interface Search {
  readonly text: string;
  readonly hits: readonly { readonly clientId: string; readonly hit: SearchHit }[];
  readonly looked: number;
  readonly problem: string | null;
}

const NOTHING: Search = { text: "", hits: [], looked: 0, problem: null };
/** Long enough that a fast typist triggers one search per word, short enough that results appear while typing. */
const PAUSE_MS = 60;
const CLIENTS_AT_ONCE = 20;
const HITS_PER_CLIENT = 6;
/** No further clients are searched once there are this many. */
const ENOUGH = 80;

/** Searches the clients in the given order while a person types; new text cancels the previous search. */
export function useSearch(text: string, clientIds: readonly string[]): Search {
  const [search, setSearch] = useState<Search>(NOTHING);
  const wanted = text.trim();
  const clients = clientIds.join(" ");
  useEffect(() => {
    if (wanted.length < 2 || clients === "") {
      setSearch(NOTHING);
      return;
    }
    const going = { on: true };
    const callOff = later(PAUSE_MS, () => void lookThrough(wanted, clients.split(" "), going, setSearch));
    return () => {
      going.on = false;
      callOff();
    };
  }, [wanted, clients]);
  return search.text === wanted ? search : { ...NOTHING, text: wanted };
}

async function lookThrough(
  text: string,
  clientIds: readonly string[],
  going: { readonly on: boolean },
  show: (search: Search) => void,
): Promise<void> {
  let search: Search = { ...NOTHING, text };
  // The current client is searched first and alone, the others in batches.
  for (let from = 0; from < clientIds.length && search.hits.length < ENOUGH; ) {
    const some = clientIds.slice(from, from === 0 ? 1 : from + CLIENTS_AT_ONCE);
    try {
      const { clients } = await call("search.find", { clientIds: [...some], text, limit: HITS_PER_CLIENT });
      const hits = clients.flatMap(({ clientId, hits: found }) => found.map((hit) => ({ clientId, hit })));
      from += some.length;
      search = { ...search, hits: [...search.hits, ...hits], looked: from };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      search = { ...search, problem: error.failure.message };
    }
    if (!going.on) return;
    show(search);
    if (search.problem !== null) return;
  }
}

/** How far the search is: going on, done, or ended early with more hits than anyone reads. */
export function searchNote({ text, looked, hits, problem }: Search, clients: number): string {
  if (problem !== null) return problem;
  if (text.length < 2) return t("Type at least two letters or digits. Enter amounts to the cent, for example 1,234.50.");
  if (looked >= clients) return t("{clients, plural, one {Searched 1 client.} other {Searched # clients.}}", { clients });
  return hits.length >= ENOUGH
    ? t("Searched {looked} of {clients} clients. Type more to narrow the search.", {
        looked: formatCount(looked),
        clients: formatCount(clients),
      })
    : t("{clients, plural, one {Searching 1 client…} other {Searching # clients…}}", { clients });
}
