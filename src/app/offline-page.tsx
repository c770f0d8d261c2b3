import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";

export const meta = {
	title: `Offline | ${site.name}`,
	description: "This page is not kept on this device.",
	indexable: false,
} as const;

/** Stands in for a page that the device does not keep, while there is no network. */
export default function OfflinePage() {
	const online = useOnline();
	return (
		<PlainPage heading="This page is not kept on this device">
			<p>
				{online
					? "The connection is back. Load the page again."
					: "There is no connection, and this page has to come from the server. Reports are never stored on a device."}
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
