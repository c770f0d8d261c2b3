import type { Client } from "#contract/workspaces/workspaces.ts";

const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** `Nigeria`; codes that the device does not know stay codes. */
const countryText = (code: string): string => (code === "" ? "" : (names.of(code) ?? code));

/** The small line below a client's name. */
export const clientText = ({ country, sector, contact }: Pick<Client, "country" | "sector" | "contact">): string =>
	[countryText(country), sector, contact].filter((text) => text !== "").join(" · ");
