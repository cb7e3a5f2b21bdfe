import { setOverlay, usePlace } from "../../state/place.ts";
import { AboutDialog } from "./about-dialog.tsx";
import { ClientSwitcher } from "./client-switcher.tsx";
import { KeyboardMap } from "./keyboard-map.tsx";
import { Palette } from "./palette.tsx";

/** The dialogs that can open over any screen. */
export function Overlays() {
  const overlay = usePlace((state) => state.overlay);
  if (overlay === "switcher") return <ClientSwitcher onClose={() => setOverlay(null)} />;
  if (overlay === "palette") return <Palette onClose={() => setOverlay(null)} />;
  if (overlay === "keys") return <KeyboardMap onClose={() => setOverlay(null)} />;
  if (overlay === "about") return <AboutDialog onClose={() => setOverlay(null)} />;
  return null;
}
