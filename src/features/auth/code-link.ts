/** What a link from one of our mails carries: the address in the query, the code behind the #, where no server sees it. */
export type CodeLink = { email: string; code: string };

export const readCodeLink = ({ search, hash }: { search: string; hash: string }): CodeLink => ({
	email: new URLSearchParams(search).get("email") ?? "",
	code: new URLSearchParams(hash.replace(/^#/, "")).get("code") ?? "",
});
