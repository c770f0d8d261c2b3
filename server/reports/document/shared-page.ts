import { dayText } from "#contract/format/time.ts";
import { html } from "../pages/html.ts";

/** Where a shared page says that it is one. Escaped text never holds it. */
export const SHARE_SLOT = "<!--shared-->";

/** The page as somebody with a link sees it: with the way to its PDF, and how long the link works. */
export const sharedPage = (page: string, { pdf, expiresAt }: { pdf: string; expiresAt: Date }): string =>
	page.replace(SHARE_SLOT, () =>
		html`<p class="shared screen-only">This report was shared with you by a link that works until ${dayText(expiresAt, "utc")}. <a href="${pdf}">Download it as PDF</a></p>
`.toString(),
	);
