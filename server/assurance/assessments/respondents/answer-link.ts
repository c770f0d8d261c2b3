/** The link with a token. After the #, which is never sent to a server: it is in no log, and software that opens links in emails gets only the page. */
export function answerLink(publicUrl: string, token: string): string {
	const page = new URL("/answer", publicUrl);
	page.hash = token;
	return page.href;
}
