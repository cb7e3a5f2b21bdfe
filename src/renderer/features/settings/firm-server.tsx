import { useState } from "react";
import type { FirmInvitation, FirmJoined, FirmServerStatus } from "#shared/contract/firm/server.ts";
import { PERSON_ROLES, type PersonRole } from "#shared/model/close/person.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { ROLE_WORDS } from "../../format/labels/role-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { onlyAdminsCan } from "./admin-note.tsx";
import { FirmComputers } from "./firm-computers.tsx";
import { RefusedRecords, useNameOf } from "./refused-records.tsx";
import styles from "./settings-page.module.css";

/** Sharing one set of books with colleagues, through a PostgreSQL server of the firm. */
export function FirmServer() {
  const status = useCoreQuery("firm.status", {});
  const exchange = useCoreQuery("firm.exchange", {});
  const failure = status.error?.failure ?? status.data?.problem ?? exchange.data?.failure ?? null;
  const online = exchange.data?.online ?? status.data?.state === "online";
  const isRefused = [status.data?.problem, exchange.data?.failure].some((one) => one?.code === "server_refused");
  const moved = () => {
    void status.refetch();
    void exchange.refetch();
  };
  return (
    <section className={classes(styles.stack, styles.part)} aria-labelledby="firm-server" aria-busy={status.isPending}>
      <h3 id="firm-server">{t("Working together")}</h3>
      {failure === null ? null : <FailureNote failure={failure} />}
      <Arriving left={exchange.data?.left ?? 0} />
      {status.data === undefined ? null : status.data.state === "alone" ? (
        <Alone onMoved={moved} />
      ) : (
        <>
          <Connected status={status.data} online={online} isRefused={isRefused} />
          <Untrusted />
          <RefusedRecords />
          <FirmComputers status={status.data} onMoved={() => void status.refetch()} />
          <Invite status={status.data} onInvited={() => void status.refetch()} />
          <Leave isUntold={!online && !isRefused} onMoved={moved} />
        </>
      )}
    </section>
  );
}

interface ConnectedProps {
  readonly status: FirmServerStatus;
  readonly online: boolean;
  /** This computer is no longer part of the firm. */
  readonly isRefused: boolean;
}

function Connected({ status, online, isRefused }: ConnectedProps) {
  const { server, person, role } = status;
  return (
    <div className={styles.row}>
      <span>{t("Server")}</span>
      <span className={layout.wrappingLine}>
        <Chip tone={online ? "ok" : "warning"} word={online ? t("Connected") : t("Not connected")} />
        <span className={styles.path}>{server}</span>
        <span className={styles.quiet}>
          {online
            ? null
            : isRefused
              ? t("Your changes are kept on this computer and aren't sent to the server.")
              : t("Your changes are kept on this computer and sent once it's connected to the server again.")}
          {online && role !== null
            ? t("You're connected as {person} ({role}).", { person: person ?? "", role: ROLE_WORDS[role].word.toLowerCase() })
            : null}
        </span>
      </span>
    </div>
  );
}

/** Clients whose books and records are still on their way. */
function Arriving({ left }: { readonly left: number }) {
  return left === 0 ? null : (
    <p role="status">
      {t("{left, plural, one {# client isn't} other {# clients aren't}} fully synced with the firm's server yet.", { left })}
    </p>
  );
}

/** What came from the server and wasn't taken over. */
function Untrusted() {
  const exchange = useCoreQuery("firm.exchange", {});
  const nameOf = useNameOf();
  return (
    <>
      {exchange.data?.broken.map(({ clientId, failure }) => (
        <FailureNote
          key={clientId}
          failure={{ ...failure, message: t("{client}: {problem}", { client: nameOf(clientId), problem: failure.message }) }}
        />
      ))}
      {exchange.data?.forged.map(({ clientId, factNo, person }) => (
        <FailureNote
          key={`${clientId} ${factNo}`}
          failure={{
            message: t(
              "{client}: Tieout ignored change {factNo} by {person}, because details in the change contradict each other. Ask {person} what they changed. If the change is missing, have them enter it again.",
              { client: nameOf(clientId), factNo: String(factNo), person },
            ),
          }}
        />
      ))}
    </>
  );
}

function Alone({ onMoved }: { readonly onMoved: () => void }) {
  const isAdmin = useMayAs("admin");
  const people = useCoreQuery("people.list", {});
  const create = useCoreCommand("firm.create");
  const join = useCoreCommand("firm.join");
  const [url, setUrl] = useState("");
  const [code, setCode] = useState("");
  const admins = (people.data ?? []).filter(({ role, active }) => role === "admin" && active).map(({ name }) => name);
  const failure = create.error ?? join.error;
  return (
    <>
      <p className={styles.quiet}>
        {t(
          "This firm is on this computer only. To work with colleagues on the same books, share the firm through a PostgreSQL server, or join a firm that invited you. Your IT provider can set up the server and give you its address.",
        )}
      </p>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ url: url.trim() }, { onSuccess: onMoved });
        }}
      >
        <label htmlFor="firm-url">{t("Share this firm")}</label>
        <div className={layout.wrappingLine}>
          <input
            id="firm-url"
            className={styles.input}
            disabled={!isAdmin}
            value={url}
            placeholder={isAdmin ? t("Server address, e.g. postgres://owner:password@server/firm") : ""}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button
            type="submit"
            disabled={!isAdmin || create.isPending || url.trim() === ""}
            title={isAdmin ? undefined : onlyAdminsCan(admins)}
          >
            {create.isPending ? t("Sharing…") : t("Share")}
          </Button>
        </div>
      </form>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          join.mutate({ code: code.trim() }, { onSuccess: (joined) => tellOfMerged(joined, onMoved) });
        }}
      >
        <label htmlFor="firm-code">{t("Join a firm")}</label>
        <div className={layout.wrappingLine}>
          <input
            id="firm-code"
            className={styles.input}
            value={code}
            placeholder={t("Your invitation code")}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" disabled={join.isPending || code.trim() === ""}>
            {join.isPending ? t("Joining…") : t("Join")}
          </Button>
        </div>
      </form>
    </>
  );
}

/** A client that the firm had before is found there from now on. */
function tellOfMerged({ twice: { length: count } }: FirmJoined, onMoved: () => void): void {
  onMoved();
  if (count > 0)
    announce(
      t(
        "{count, plural, one {# of your clients was} other {# of your clients were}} already in the firm. Your notes, tasks and other work were added there.",
        {
          count,
        },
      ),
    );
}

function Invite({ status, onInvited }: { readonly status: FirmServerStatus; readonly onInvited: () => void }) {
  const invite = useCoreCommand("firm.invite");
  const [person, setPerson] = useState("");
  const [role, setRole] = useState<PersonRole>("preparer");
  const admins = status.members.filter((one) => one.role === "admin" && one.disabledAt === null).map((one) => one.person);
  // A second computer of one's own takes no administrator.
  const isSelf = (name: string) => name.trim().toLowerCase() === status.person?.toLowerCase();
  const isOwn = role === status.role && isSelf(person);
  const mayInvite = status.role === "admin" || isOwn;
  const known = status.members.find((one) => one.person.toLowerCase() === person.trim().toLowerCase());
  const bar =
    status.role === null
      ? t("This computer isn't connected to the firm's server.")
      : isSelf(person)
        ? t("To add another of your computers, choose your own role ({role})", { role: ROLE_WORDS[status.role].word.toLowerCase() })
        : t(
            "{count, plural, =0 {Only administrators can invite other people} other {Only administrators ({names}) can invite other people}}",
            { count: admins.length, names: admins.join(", ") },
          );
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ person: person.trim(), role }, { onSuccess: onInvited });
      }}
    >
      <label htmlFor="firm-person">{t("Invite")}</label>
      <div className={styles.stack}>
        <div className={layout.wrappingLine}>
          <input
            id="firm-person"
            className={styles.input}
            value={person}
            maxLength={60}
            placeholder={t("Person's name")}
            onChange={(event) => setPerson(event.target.value)}
          />
          <select
            aria-label={t("Role of the invited person")}
            className={styles.shortInput}
            value={role}
            onChange={(event) => setRole(PERSON_ROLES.find((one) => one === event.target.value) ?? role)}
          >
            {PERSON_ROLES.map((one) => (
              <option key={one} value={one}>
                {ROLE_WORDS[one].word}
              </option>
            ))}
          </select>
          <Button type="submit" disabled={!mayInvite || invite.isPending || person.trim() === ""} title={mayInvite ? undefined : bar}>
            {t("Create invitation")}
          </Button>
        </div>
        {known === undefined || !mayInvite ? null : <AtOnce member={known} role={role} />}
        {invite.error === null ? null : <FailureNote failure={invite.error.failure} />}
        {invite.data === undefined ? null : <Code invitation={invite.data} isOwn={isSelf(invite.data.person)} />}
      </div>
    </form>
  );
}

interface AtOnceProps {
  readonly member: FirmServerStatus["members"][number];
  /** The role that is chosen for them. */
  readonly role: PersonRole;
}

/** What inviting somebody who is in the firm already will change at once, before the code is used. */
export function AtOnce({ member: { person, role: before, disabledAt }, role }: AtOnceProps) {
  const values = { person, before: inSentence(before), after: inSentence(role) };
  return (
    <>
      {before === role ? null : (
        <span className={styles.quiet}>
          {t("{person} is already in the firm. The invitation changes this person's role from {before} to {after} at once.", values)}
        </span>
      )}
      {disabledAt === null ? null : (
        <span className={styles.quiet}>{t("{person} is deactivated. The invitation reactivates this person at once.", { person })}</span>
      )}
    </>
  );
}

function inSentence(role: PersonRole): string {
  return ROLE_WORDS[role].word.toLowerCase();
}

interface CodeProps {
  /** The window leaves the person's clients as they are. */
  readonly invitation: Omit<FirmInvitation, "clients">;
  readonly isOwn: boolean;
}

/** The code of an invitation, for a colleague or for another computer of one's own. */
export function Code({ invitation: { person, role, code, until, before }, isOwn }: CodeProps) {
  const values = { person, until: formatMinute(until) };
  return (
    <>
      {before === null || before.role === role ? null : (
        <span>
          {t("{person}'s role has changed from {before} to {after}.", { person, before: inSentence(before.role), after: inSentence(role) })}
        </span>
      )}
      {before?.deactivated === true ? <span>{t("{person} was deactivated and has been reactivated.", { person })}</span> : null}
      <span className={styles.quiet}>
        {isOwn
          ? t("Enter this code on your other computer now, because it isn't shown again. It works once, until {until}.", values)
          : t("Send this code to {person} now, because it isn't shown again. It works once, until {until}.", values)}
      </span>
      <code className={styles.path}>{code}</code>
    </>
  );
}

/** `isUntold`: the server can't be told now. One that has removed this computer needn't be told. */
function Leave({ isUntold, onMoved }: { readonly isUntold: boolean; readonly onMoved: () => void }) {
  const leave = useCoreCommand("firm.leave");
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.row}>
      <span>{t("Leave the firm")}</span>
      <div className={styles.stack}>
        {leave.error === null ? null : <FailureNote failure={leave.error.failure} />}
        <span className={styles.quiet}>
          {t("If you leave, the books and your work stay on this computer, but you and your colleagues no longer share work.")}
        </span>
        <span>
          <Button danger disabled={leave.isPending} onClick={() => setAsking(true)}>
            {t("Leave…")}
          </Button>
        </span>
        {asking ? (
          <ConfirmDialog
            title={t("Leave the firm?")}
            act={t("Leave")}
            danger
            onClose={() => setAsking(false)}
            onAct={() => {
              setAsking(false);
              leave.mutate(
                {},
                {
                  onSuccess: ({ signIns, listedAs }) => {
                    announce(
                      listedAs !== null
                        ? t(
                            "This computer has left the firm, but Tieout couldn't tell the firm's server. Ask an administrator to remove this computer under Settings › Firm. To sync here, sign in to the ledgers again.",
                          )
                        : signIns === 0
                          ? t("This computer has left the firm. To sync here, sign in to the ledgers again.")
                          : t("This computer has left the firm."),
                    );
                    onMoved();
                  },
                },
              );
            }}
          >
            {isUntold
              ? t(
                  "Colleagues no longer see what you do here. This computer keeps the books and your work, but not the ledger sign-ins. The firm's server can't be reached, so it won't know that this computer has left. Ask an administrator to remove this computer under Settings › Firm.",
                )
              : t(
                  "Colleagues no longer see what you do here. This computer keeps the books and your work. It keeps the ledger sign-ins only if it's the firm's last computer.",
                )}
          </ConfirmDialog>
        ) : null}
      </div>
    </div>
  );
}
