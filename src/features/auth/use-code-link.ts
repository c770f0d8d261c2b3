import { useEffect, useState } from "react";
import { type CodeLink, readCodeLink } from "./code-link.ts";

const NOTHING: CodeLink = { email: "", isChange: false, code: "" };

/** The address and code of the link that led here; empty until the page is hydrated. The code is removed from the address at once. */
export function useCodeLink(): CodeLink {
	const [link, setLink] = useState(NOTHING);
	useEffect(() => {
		const read = () => {
			const found = readCodeLink(location);
			if (found.email !== "" || found.code !== "") setLink(found);
			if (found.code !== "") history.replaceState(history.state, "", location.pathname + location.search);
		};
		read();
		// Opening the link again in the same tab changes only the part after the #.
		addEventListener("hashchange", read);
		return () => removeEventListener("hashchange", read);
	}, []);
	return link;
}
