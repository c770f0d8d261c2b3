import { Component, type ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";

type Props = {
	children: ReactNode;
	/** What goes around the explanation. */
	frame?: (explanation: ReactNode) => ReactNode;
};
type State = { failed: boolean };

/** Replaces a page or its layout that threw or whose code could not be loaded. The rest of the app stays. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failed: false };

	static getDerivedStateFromError(): State {
		return { failed: true };
	}

	override render() {
		const { children, frame = (explanation) => explanation } = this.props;
		if (!this.state.failed) return children;
		return frame(
			<PlainPage heading="This page could not be shown">
				<p>
					Something in it failed, or a part of it could not be loaded; an update may be under way. What is saved on this
					device is still there. Check the connection and reload, or try again in a few minutes.
				</p>
				<Button variant="primary" onClick={() => location.reload()}>
					Reload
				</Button>
			</PlainPage>,
		);
	}
}
