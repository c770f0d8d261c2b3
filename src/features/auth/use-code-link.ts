import { useEffect, useState } from "react";
import { type CodeLink, readCodeLink } from "./code-link.ts";

const NOTHING: CodeLink = { email: "", isChange: false, code: "" };

/** What the link that led here carries; nothing until this page is alive. The code leaves the address at once. */
export function useCodeLink(): CodeLink {
	const [link, setLink] = useState(NOTHING);
	useEffect(() => {
		const read = () => {
			const found = readCodeLink(location);
			if (found.email !== "" || found.code !== "") setLink(found);
			if (found.code !== "") history.replaceState(history.state, "", location.pathname + location.search);
		};
		read();
		// The link opened once more in the same tab only changes what is behind the #.
		addEventListener("hashchange", read);
		return () => removeEventListener("hashchange", read);
	}, []);
	return link;
}
