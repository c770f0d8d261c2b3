/** What a link from one of our emails carries: the address in the query, the code after the #, where no server sees it. */
export type CodeLink = {
	email: string;
	/** Whether the address will replace another one, which its account still signs in with. */
	isChange: boolean;
	code: string;
};

export const readCodeLink = ({ search, hash }: { search: string; hash: string }): CodeLink => {
	const query = new URLSearchParams(search);
	return {
		email: query.get("email") ?? "",
		isChange: query.has("change"),
		code: new URLSearchParams(hash.replace(/^#/, "")).get("code") ?? "",
	};
};
