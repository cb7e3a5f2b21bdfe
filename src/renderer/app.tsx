import { type ReactNode, useEffect } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import styles from "./app.module.css";
import { AccountsPage } from "./features/accounts/accounts-page.tsx";
import { ActivityPage } from "./features/activity/activity-page.tsx";
import { AgingPage } from "./features/aging/aging-page.tsx";
import { BankPage } from "./features/bank/bank-page.tsx";
import { ChecksPage } from "./features/checks/checks-page.tsx";
import { ClientFrame } from "./features/client/client-frame.tsx";
import { ClientsPage } from "./features/clients/clients-page.tsx";
import { ClosePage } from "./features/close/close-page.tsx";
import { ListPage } from "./features/connect/client-list/list-page.tsx";
import { ConnectPage } from "./features/connect/connect-page.tsx";
import { FilePage } from "./features/connect/connection-file/file-page.tsx";
import { ConnectionPage } from "./features/connection/connection-page.tsx";
import { GroupPage } from "./features/consolidation/group-page.tsx";
import { PartyPanel } from "./features/contacts/contact-panel.tsx";
import { PartiesPage } from "./features/contacts/contacts-page.tsx";
import { DesignPage } from "./features/design/design-page.tsx";
import { FindingsPage } from "./features/exceptions/exceptions-page.tsx";
import { FluxPage } from "./features/flux/flux-page.tsx";
import { HelpPage } from "./features/help/help-page.tsx";
import { InboxPage } from "./features/needs-attention/needs-attention-page.tsx";
import { OverviewPage } from "./features/overview/overview-page.tsx";
import { QuestionsPage } from "./features/questions/questions-page.tsx";
import { SchedulesPage } from "./features/schedules/schedules-page.tsx";
import { SettingsPage } from "./features/settings/settings-page.tsx";
import { Announcer } from "./features/shell/announcer.tsx";
import { useShellCommands } from "./features/shell/commands/use-shell-commands.ts";
import { useShortcuts } from "./features/shell/commands/use-shortcuts.ts";
import { Header } from "./features/shell/header.tsx";
import { Toast } from "./features/shell/notifications/toast.tsx";
import { LinkBar } from "./features/shell/offline-bar.tsx";
import { Overlays } from "./features/shell/overlays.tsx";
import { OwnPinDialog } from "./features/shell/own-pin-dialog.tsx";
import { SafeModeBar } from "./features/shell/safe-mode-bar.tsx";
import { Tour } from "./features/shell/tour/tour.tsx";
import { SpendPage } from "./features/spend/spend-page.tsx";
import { StatementsPage } from "./features/statements/statements-page.tsx";
import { SyncPage } from "./features/sync/sync-page.tsx";
import { QueuePage } from "./features/sync-queue/queue-page.tsx";
import { TieOutsPage } from "./features/tie-outs/tie-outs-page.tsx";
import { DocumentPanel } from "./features/transactions/detail/transaction-panel.tsx";
import { DocumentsPage } from "./features/transactions/transactions-page.tsx";
import { WritesPage } from "./features/writes/writes-page.tsx";
import { t } from "./language/t.ts";
import { useLink } from "./state/core/core-link.ts";
import { StackedPanelsContext } from "./state/window/panels.ts";
import { CLIENT_SCREENS, type ClientScreen, clientAddress, decodePart, readAddress, usePlace } from "./state/window/screen-address.ts";
import { EmptyState } from "./ui/feedback/empty-state.tsx";
import { ErrorBoundary } from "./ui/feedback/error-boundary.tsx";
import { UndoPlace } from "./ui/feedback/undo-message.tsx";

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
      <EmptyState page title={t("This page isn't connected to Tieout")}>
        <p>{t("Each Tieout address works only once, and only until Tieout closes.")}</p>
        <p>
          {t(
            "For a new address, press Enter in the terminal where Tieout is running. If Tieout is no longer running, start it with “npm start”.",
          )}
        </p>
      </EmptyState>
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
        <main className={styles.screen} data-content="">
          <StackedPanelsContext value={STACKED}>
            <ErrorBoundary of={address}>
              <Screens />
            </ErrorBoundary>
          </StackedPanelsContext>
        </main>
        <UndoPlace of="screen" />
        <Toast />
        <ErrorBoundary of={address}>
          <Overlays />
          <OwnPinDialog />
          <Tour />
        </ErrorBoundary>
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
  schedules: (clientId, part) => <SchedulesPage key={clientId} clientId={clientId} part={part} />,
  bank: (clientId, part) => <BankPage key={clientId} clientId={clientId} part={part} />,
  "tie-outs": (clientId, part) => <TieOutsPage key={clientId} clientId={clientId} part={part} />,
  checks: (clientId, part) => <ChecksPage key={clientId} clientId={clientId} part={part} />,
  close: (clientId, part) => <ClosePage key={clientId} clientId={clientId} part={part} />,
  flux: (clientId, part) => <FluxPage key={clientId} clientId={clientId} part={part} />,
  questions: (clientId) => <QuestionsPage key={clientId} clientId={clientId} />,
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
              <ErrorBoundary of={`${clientId}/${screen}/${recordId}`}>
                {SCREENS[screen](decodePart(clientId ?? ""), recordId === undefined ? null : decodePart(recordId))}
              </ErrorBoundary>
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
      <Route path="/design" component={DesignPage} />
      <Route path="/help/:page?">{({ page }) => <HelpPage name={page === undefined ? null : decodePart(page)} />}</Route>
      <Route path="/settings/:section?">{({ section }) => <SettingsPage section={section ?? null} />}</Route>
      <Route>
        <EmptyState page title={t("Screen not found")}>
          <a href="#/">{t("Go to clients")}</a>
        </EmptyState>
      </Route>
    </Switch>
  );
}
