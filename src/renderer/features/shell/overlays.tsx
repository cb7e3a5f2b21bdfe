import { useEffect, useRef } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { readAddress, setOverlay, usePlace } from "../../state/window/screen-address.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { PostingCheck } from "../../ui/periods/posting-check.tsx";
import { AboutDialog } from "./about-dialog.tsx";
import { ClientSwitcher } from "./client-switcher.tsx";
import { KeyboardMap } from "./commands/keyboard-shortcuts.tsx";
import { Palette } from "./commands/palette.tsx";
import { SwitchUserDialog } from "./switch-user-dialog.tsx";

/** The dialogs that can open over any screen. */
export function Overlays() {
  const overlay = usePlace((state) => state.overlay);
  const nextUser = usePlace((state) => state.nextUser);
  const lastClientId = usePlace((state) => state.lastClientId);
  const [address] = useHashLocation();
  const opened = useRef(address);
  useEffect(() => {
    // Back, forward or a link led elsewhere: what was opened over the screen before belongs to that one.
    if (opened.current !== address) setOverlay(null);
    opened.current = address;
  }, [address]);
  if (overlay === "switcher") return <ClientSwitcher onClose={() => setOverlay(null)} />;
  if (overlay === "palette") return <Palette onClose={() => setOverlay(null)} />;
  if (overlay === "keys") return <KeyboardMap onClose={() => setOverlay(null)} />;
  // As the command that opens it: of the client that is open, or of the last one.
  const clientId = readAddress(address).clientId ?? lastClientId;
  if (overlay === "posting" && clientId !== null) return <PostingDialog clientId={clientId} />;
  if (overlay === "about") return <AboutDialog onClose={() => setOverlay(null)} />;
  if (overlay === "user" && nextUser !== null) return <SwitchUserDialog name={nextUser} onClose={() => setOverlay(null)} />;
  return null;
}

/** Names its client: the screen below may be the firm's. */
function PostingDialog({ clientId }: { readonly clientId: string }) {
  const name = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.name;
  const title = name === undefined ? t("Check if a date is locked") : t("Check if a date is locked ({name})", { name });
  return (
    <Dialog title={title} wide onClose={() => setOverlay(null)}>
      <PostingCheck clientId={clientId} titled={false} />
    </Dialog>
  );
}
