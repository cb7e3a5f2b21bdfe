import { ChevronsUpDown, CircleHelp, Menu, Settings } from "lucide-react";
import { useId } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { formatCount } from "../../format/amounts/amount.ts";
import { ROLE_WORDS } from "../../format/labels/role-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { setOverlay, showsPeriod } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Avatar } from "../../ui/controls/avatar.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import { ExportMenu } from "./export-menu.tsx";
import styles from "./header.module.css";
import { NotificationBell } from "./notifications/bell.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { ClientAge, FirmAge } from "./sync-age.tsx";

/** The bar above every screen: where you are, as of when, and the few things that are always there. */
export function Header({ clientId }: { readonly clientId: string | null }) {
  const id = useId();
  const switchTitle = useKeyedTitle("switcher");
  const [address] = useHashLocation();
  const list = useCoreQuery("clients.list", {});
  const client = list.data?.rows.find((row) => row.clientId === clientId);
  const name = clientId === null ? t("All clients") : (client?.name ?? t("Client"));
  return (
    <header className={styles.header}>
      <SkipLink />
      <a className={styles.product} href="#/" aria-label={t("Tieout, all clients")}>
        <span className={styles.mark} aria-hidden="true" />
        <span className={styles.wordmark}>{t("Tieout")}</span>
      </a>
      <button type="button" className={styles.menu} popoverTarget={id} aria-label={t("Menu: {name}", { name })}>
        <Menu size={16} aria-hidden />
        <span className={styles.name}>{name}</span>
      </button>
      <div id={id} popover="auto" className={styles.rest}>
        <FirmNav />
        <Button
          kind="quiet"
          className={styles.switcher ?? ""}
          aria-haspopup="dialog"
          title={switchTitle(t("Switch client"))}
          onClick={() => setOverlay("switcher")}
        >
          <span className={styles.name}>{name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
        {showsPeriod(address) ? <PeriodBar clientId={clientId} address={address} /> : null}
        <span className={layout.grow} />
        <ExportMenu clientId={clientId} />
        {clientId === null ? <FirmAge list={list.data} /> : <ClientAge clientId={clientId} row={client} />}
        <ButtonLink kind="quiet" href="#/help" aria-label={t("Help")} title={t("Help")} icon={<CircleHelp size={16} aria-hidden />} />
        <ButtonLink
          kind="quiet"
          href="#/settings"
          aria-label={t("Settings")}
          title={t("Settings")}
          icon={<Settings size={16} aria-hidden />}
        />
        <Me />
      </div>
      <NotificationBell />
    </header>
  );
}

/** Who works here now, since signatures are given in this name; it leads to where that is changed. */
function Me() {
  const me = useCoreQuery("people.list", {}).data?.find(({ current }) => current);
  if (me === undefined) return null;
  const words = t("{name}, {role}", { name: me.name, role: ROLE_WORDS[me.role].word });
  return (
    <ButtonLink kind="quiet" href="#/settings/people" aria-label={words} title={words} icon={<Avatar name={me.name} title={words} />} />
  );
}

/** The way to the screens of the firm; what waits for a person is counted. */
function FirmNav() {
  const [address] = useHashLocation();
  const inbox = useCoreQuery("inbox.list", {});
  const waiting = inbox.data?.counts.unseen ?? 0;
  const link = (to: string, words: string, count = 0) => (
    <a
      className={styles.place}
      href={`#${to}`}
      {...(address === to || (to !== "/" && address.startsWith(`${to}/`)) ? { "aria-current": "page" as const } : {})}
    >
      {words}
      {count === 0 ? null : <span className={styles.waiting}>{formatCount(count)}</span>}
    </a>
  );
  return (
    <nav className={styles.places} aria-label={t("Firm")}>
      {link("/", t("Clients"))}
      {link("/inbox", t("Inbox"), waiting)}
      {link("/queue", t("Queue"))}
      {link("/group", t("Groups"))}
    </nav>
  );
}
