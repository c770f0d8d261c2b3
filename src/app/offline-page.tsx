import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";

export const meta = {
	title: `Offline | ${site.name}`,
	description: "This page is not saved on this device.",
	indexable: false,
} as const;

/** Shown without a network, in place of a page this device hasn't saved. */
export default function OfflinePage() {
	const online = useOnline();
	return (
		<PlainPage heading="This page is not saved on this device">
			<p>
				{online
					? "The connection is back. Load the page again."
					: "There is no connection, and this page comes from the server. Shared report links need a connection."}
			</p>
			<Button variant="primary" onClick={() => location.reload()}>
				Try again
			</Button>
			<p>
				These work without a connection: <Link to="/">the scan form</Link> and <Link to="/outbox">the outbox</Link>.
			</p>
		</PlainPage>
	);
}
