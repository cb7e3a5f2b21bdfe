import { useEffect, useRef } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { PostingCheck } from "../../blocks/posting-check.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../language/t.ts";
import { readAddress, setOverlay, usePlace } from "../../state/place.ts";
import { AboutDialog } from "./about-dialog.tsx";
import { ClientSwitcher } from "./client-switcher.tsx";
import { KeyboardMap } from "./keyboard-map.tsx";
import { Palette } from "./palette.tsx";

/** The dialogs that can open over any screen. */
export function Overlays() {
  const overlay = usePlace((state) => state.overlay);
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
  const clientId = readAddress(address).clientId;
  if (overlay === "posting" && clientId !== null)
    return (
      <Dialog title={t("Can this be posted?")} wide onClose={() => setOverlay(null)}>
        <PostingCheck clientId={clientId} />
      </Dialog>
    );
  if (overlay === "about") return <AboutDialog onClose={() => setOverlay(null)} />;
  return null;
}
