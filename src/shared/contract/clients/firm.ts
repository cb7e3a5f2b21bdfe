import { z } from "zod";

/** A logo that was checked when it was set. `content` is the file in base64. */
export const firmLogo = z.object({
  kind: z.enum(["png", "jpeg"]),
  width: z.number().int(),
  height: z.number().int(),
  content: z.string(),
});
export type FirmLogo = z.infer<typeof firmLogo>;

/** How the firm presents itself in close packs. */
export const firmProfile = z.object({ name: z.string().nullable(), logo: firmLogo.nullable() });
export type FirmProfile = z.infer<typeof firmProfile>;
