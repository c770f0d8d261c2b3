import { Link } from "react-router-dom";
import { PlainPage } from "#src/ui/plain-page.tsx";

export default function NotFoundPage() {
	return (
		<PlainPage heading="There is no page at this address">
			<p>It may have been moved, or the address has a typing error. A report’s link ends after 30 days.</p>
			<p>
				<Link to="/">Go to the first page</Link>
			</p>
		</PlainPage>
	);
}
