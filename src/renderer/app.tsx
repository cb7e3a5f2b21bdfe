import { type ReactNode, useEffect } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import styles from "./app.module.css";
import { EmptyNote } from "./components/empty-note.tsx";
import { AccountsPage } from "./features/accounts/accounts-page.tsx";
import { ActivityPage } from "./features/activity/activity-page.tsx";
import { AgingPage } from "./features/aging/aging-page.tsx";
import { ChecksPage } from "./features/checks/checks-page.tsx";
import { ClientFrame } from "./features/client/client-frame.tsx";
import { ClientsPage } from "./features/clients/clients-page.tsx";
import { ClosePage } from "./features/close/close-page.tsx";
import { ConnectPage } from "./features/connect/connect-page.tsx";
import { FilePage } from "./features/connect/file-page.tsx";
import { ListPage } from "./features/connect/list-page.tsx";
import { ConnectionPage } from "./features/connection/connection-page.tsx";
import { DocumentPanel } from "./features/documents/document-panel.tsx";
import { DocumentsPage } from "./features/documents/documents-page.tsx";
import { FindingsPage } from "./features/findings/findings-page.tsx";
import { FluxPage } from "./features/flux/flux-page.tsx";
import { GroupPage } from "./features/group/group-page.tsx";
import { InboxPage } from "./features/inbox/inbox-page.tsx";
import { OverviewPage } from "./features/overview/overview-page.tsx";
import { PartiesPage } from "./features/parties/parties-page.tsx";
import { PartyPanel } from "./features/parties/party-panel.tsx";
import { QueuePage } from "./features/queue/queue-page.tsx";
import { SettingsPage } from "./features/settings/settings-page.tsx";
import { Announcer } from "./features/shell/announcer.tsx";
import { Header } from "./features/shell/header.tsx";
import { LinkBar } from "./features/shell/link-bar.tsx";
import { NoticeToasts } from "./features/shell/notice-toasts.tsx";
import { Overlays } from "./features/shell/overlays.tsx";
import { SafeModeBar } from "./features/shell/safe-mode-bar.tsx";
import { Tour } from "./features/shell/tour.tsx";
import { useShellCommands } from "./features/shell/use-shell-commands.ts";
import { useShortcuts } from "./features/shell/use-shortcuts.ts";
import { SpendPage } from "./features/spend/spend-page.tsx";
import { StatementsPage } from "./features/statements/statements-page.tsx";
import { SyncPage } from "./features/sync/sync-page.tsx";
import { TieOutsPage } from "./features/tie-outs/tie-outs-page.tsx";
import { WritesPage } from "./features/writes/writes-page.tsx";
import { t } from "./language/t.ts";
import { useLink } from "./state/link.ts";
import { StackedPanelsContext } from "./state/panels.ts";
import { CLIENT_SCREENS, type ClientScreen, clientAddress, decodePart, readAddress, usePlace } from "./state/place.ts";

/** Panels of one screen that others stack; screens never know of each other. */
const STACKED = { Document: DocumentPanel, Party: PartyPanel };

/** The whole window, or how to get one when the core doesn't know this page. */
export function App() {
  return useLink(({ core }) => core) === "refused" ? <AddressUsed /> : <Window />;
}

/** A one-time address that was opened again, or a page of an earlier start. */
function AddressUsed() {
  return (
    <main className={styles.window}>
      <EmptyNote page title={t("This page isn't connected to Tieout")}>
        <p>{t("Each address opens Tieout once, in one browser, and stops working when Tieout is closed.")}</p>
        <p>{t("For a new address, press Enter in the terminal where Tieout is running. If it's no longer running, run npm start.")}</p>
      </EmptyNote>
    </main>
  );
}

/** The bar, the screen that the address names, and what can open over it. */
function Window() {
  const [address] = useHashLocation();
  const { clientId } = readAddress(address);
  useShortcuts();
  useShellCommands();
  useEffect(() => {
    if (clientId !== null) usePlace.setState({ lastClientId: clientId });
  }, [clientId]);
  return (
    <Router hook={useHashLocation}>
      <div className={styles.window}>
        <Header clientId={clientId} />
        <LinkBar />
        <SafeModeBar />
        <main className={styles.screen}>
          <StackedPanelsContext value={STACKED}>
            <Screens />
          </StackedPanelsContext>
        </main>
        <Overlays />
        <NoticeToasts />
        <Tour />
        <Announcer />
      </div>
    </Router>
  );
}

/** What each screen of a client shows; `recordId` is what the address opens in it. */
const SCREENS: Readonly<Record<ClientScreen, (clientId: string, recordId: string | null) => ReactNode>> = {
  overview: (clientId, part) => <OverviewPage key={clientId} clientId={clientId} part={part} />,
  sync: (clientId) => <SyncPage key={clientId} clientId={clientId} />,
  documents: (clientId, documentId) => <DocumentsPage key={clientId} clientId={clientId} documentId={documentId} />,
  parties: (clientId, part) => <PartiesPage key={clientId} clientId={clientId} part={part} />,
  accounts: (clientId, part) => <AccountsPage key={clientId} clientId={clientId} part={part} />,
  writes: (clientId, part) => <WritesPage key={clientId} clientId={clientId} part={part} />,
  statements: (clientId, accountId) => <StatementsPage key={clientId} clientId={clientId} accountId={accountId} />,
  aging: (clientId, part) => <AgingPage key={clientId} clientId={clientId} part={part} />,
  spend: (clientId, part) => <SpendPage key={clientId} clientId={clientId} part={part} />,
  "tie-outs": (clientId, part) => <TieOutsPage key={clientId} clientId={clientId} part={part} />,
  checks: (clientId, part) => <ChecksPage key={clientId} clientId={clientId} part={part} />,
  close: (clientId, part) => <ClosePage key={clientId} clientId={clientId} part={part} />,
  flux: (clientId, part) => <FluxPage key={clientId} clientId={clientId} part={part} />,
  findings: (clientId) => <FindingsPage key={clientId} clientId={clientId} />,
  activity: (clientId) => <ActivityPage key={clientId} clientId={clientId} />,
  connection: (clientId) => <ConnectionPage key={clientId} clientId={clientId} />,
};

function Screens() {
  return (
    <Switch>
      <Route path="/" component={ClientsPage} />
      <Route path="/connect">
        <ConnectPage clientId={null} />
      </Route>
      <Route path="/connect/list" component={ListPage} />
      <Route path="/connect/file/:clientId?">
        {({ clientId }) => <FilePage clientId={clientId === undefined ? null : decodePart(clientId)} />}
      </Route>
      <Route path="/connect/:clientId">{({ clientId }) => <ConnectPage clientId={decodePart(clientId)} />}</Route>
      <Route path="/clients/:clientId">{({ clientId }) => <Redirect to={clientAddress(decodePart(clientId), "sync")} replace />}</Route>
      {CLIENT_SCREENS.map((screen) => (
        <Route key={screen} path={`/clients/:clientId/${screen}/:recordId?`}>
          {({ clientId, recordId }) => (
            <ClientFrame clientId={decodePart(clientId ?? "")} screen={screen}>
              {SCREENS[screen](decodePart(clientId ?? ""), recordId === undefined ? null : decodePart(recordId))}
            </ClientFrame>
          )}
        </Route>
      ))}
      <Route path="/inbox" component={InboxPage} />
      <Route path="/queue" component={QueuePage} />
      <Route path="/group/:treeId?/:section?/:item?">
        {({ treeId, section, item }) => (
          <GroupPage
            treeId={treeId === undefined ? null : decodePart(treeId)}
            section={section ?? null}
            item={item === undefined ? null : decodePart(item)}
          />
        )}
      </Route>
      <Route path="/settings/:section?">{({ section }) => <SettingsPage section={section ?? null} />}</Route>
      <Route>
        <EmptyNote page title={t("There is no such screen")}>
          <a href="#/">{t("To the clients")}</a>
        </EmptyNote>
      </Route>
    </Switch>
  );
}
