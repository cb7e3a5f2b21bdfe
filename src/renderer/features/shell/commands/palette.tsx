import { BookOpen, Building2, FileText, type LucideIcon, UserRound } from "lucide-react";
import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { SearchHit } from "#shared/contract/clients/search.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../../../state/views/transaction-filters.ts";
import { useRoleBar } from "../../../state/window/current-role.ts";
import { clientAddress, documentAddress, readAddress, recordAddress, usePlace } from "../../../state/window/screen-address.ts";
import textStyles from "../../../styles/text.module.css";
import { PickDialog, type PickItem } from "../../../ui/dialogs/pick-dialog.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { CommandRow, RowIcon } from "./command-row.tsx";
import styles from "./palette.module.css";
import { apart, matchingCommands, paletteCommands } from "./palette-commands.ts";
import { usePeopleCommands } from "./people-commands.ts";
import { searchNote, useSearch } from "./use-search.ts";

const SHOWN_CLIENTS = 8;
const SHOWN_COMMANDS = 12;

/** Finds anything of any client, and does anything that has a name: one box for both. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [address, navigate] = useHashLocation();
  const [text, setText] = useState("");
  const rows = useCoreQuery("clients.list", {}).data?.rows ?? [];
  const here = readAddress(address).clientId;
  const nearest = here ?? usePlace.getState().lastClientId;
  const current = rows.find(({ clientId }) => clientId === nearest) ?? null;
  const order = [...rows].sort((a, b) => Number(b.clientId === nearest) - Number(a.clientId === nearest));
  const search = useSearch(
    text,
    order.map(({ clientId }) => clientId),
  );
  const nameOf = (clientId: string): string => rows.find((row) => row.clientId === clientId)?.name ?? "";
  const people = usePeopleCommands();
  const syncBar = useRoleBar("preparer");
  const client = current === null ? null : { ...current, isLast: here === null };
  const commands = matchingCommands([...paletteCommands(client, navigate, syncBar), ...people], text).slice(
    0,
    text === "" ? undefined : SHOWN_COMMANDS,
  );
  const items: readonly PickItem[] = [
    ...matchingClients(rows, text).map((row) => ({
      id: `client-${row.clientId}`,
      group: t("Clients"),
      content: (
        <>
          <RowIcon icon={Building2} />
          <span className={textStyles.growingLine}>{row.name}</span>
        </>
      ),
      onPick: () => navigate(clientAddress(row.clientId, readAddress(address).screen)),
    })),
    ...search.hits.map(({ clientId, hit }) => ({
      id: `${clientId}-${hit.kind}-${hit.id}`,
      group: GROUPS[hit.kind],
      content: <HitRow hit={hit} client={nameOf(clientId)} />,
      onPick: () => navigate(openHit(clientId, hit)),
    })),
    ...apart(commands).map(({ id, words, bar = null, leads = false, run }) => ({
      id: `command-${id}`,
      group: leads ? t("Go to") : t("Actions"),
      content: <CommandRow id={id} words={words} leads={leads} bar={bar} />,
      bar,
      onPick: run,
    })),
  ];
  const note = searchNote(search, rows.length);
  const searching = search.problem === null && search.looked < rows.length && text.trim().length > 1;
  // That nothing matches is known only once all clients were searched.
  const isOpen = searching || search.problem !== null || text.trim().length < 2;
  return (
    <PickDialog
      title={t("Search or run a command")}
      wide
      label={t("Search or run a command")}
      placeholder={t("Client, contact, transaction, amount, account or command")}
      text={text}
      onText={setText}
      items={items}
      loading={searching && items.length === 0}
      empty={isOpen ? note : t("No match by name, number or amount.")}
      note={isOpen && items.length === 0 ? undefined : note}
      onClose={onClose}
    />
  );
}

const GROUPS: Readonly<Record<SearchHit["kind"], string>> = { document: t("Transactions"), party: t("Contacts"), account: t("Accounts") };
const HIT_ICONS: Readonly<Record<SearchHit["kind"], LucideIcon>> = { document: FileText, party: UserRound, account: BookOpen };

function matchingClients(rows: readonly ClientRow[], text: string): readonly ClientRow[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "") return [];
  return rows.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN_CLIENTS);
}

function HitRow({ hit, client }: { readonly hit: SearchHit; readonly client: string }) {
  return (
    <>
      <RowIcon icon={HIT_ICONS[hit.kind]} />
      <span className={textStyles.growingLine}>
        <bdi>{hit.label === hit.id ? t("No number") : hit.label}</bdi>
        {hit.detail === null ? null : <span className={styles.detail}> {hit.detail}</span>}
      </span>
      {hit.kind === "document" ? (
        <span className={styles.figures}>
          {hit.removed ? t("Deleted. ") : ""}
          {typeLabel(hit.type, hit.unappliedKind)}, {formatDay(hit.date)} <Money amount={hit.amount} currency={hit.currency} showCurrency />
        </span>
      ) : null}
      <span className={styles.client}>{client}</span>
    </>
  );
}

/** Where a hit leads; a party to its documents. */
function openHit(clientId: string, hit: SearchHit): string {
  if (hit.kind === "document") return documentAddress(clientId, hit.id);
  if (hit.kind === "account") return recordAddress(clientId, "statements", hit.id);
  clearDocumentFilter(clientId);
  changeDocumentFilter(clientId, { partyId: hit.id });
  return clientAddress(clientId, "documents");
}
