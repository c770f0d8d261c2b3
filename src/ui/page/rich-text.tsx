import { Link } from "react-router-dom";

const LINK = /\[([^[\]]+)\]\(([^()]+)\)/;

/** Text with links, written `[text](/path)`. Links to the server's own pages and other sites are recognized by their address. */
export function RichText({ text }: { text: string }) {
	const [before = "", label, to, ...rest] = text.split(LINK);
	if (label === undefined || to === undefined) return before;
	const isPage = to.startsWith("/") && !/^\/(scanner-info|api|\.well-known|feed\.xml)/.test(to);
	const tail = text.slice(before.length + label.length + to.length + 4);
	return (
		<>
			{before}
			{isPage ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>}
			{rest.length > 0 && <RichText text={tail} />}
		</>
	);
}
