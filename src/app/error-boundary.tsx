import { Component, type ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";

type Props = { children: ReactNode };
type State = { failed: boolean };

/** Replaces a page that threw or whose code could not be loaded. The rest of the app stays. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failed: false };

	static getDerivedStateFromError(): State {
		return { failed: true };
	}

	override render() {
		if (!this.state.failed) return this.props.children;
		return (
			<PlainPage heading="This page could not be shown">
				<p>
					Something in it failed, or a part of it could not be loaded. What is saved on this device is still there.
					Check the connection and reload.
				</p>
				<Button variant="primary" onClick={() => location.reload()}>
					Reload
				</Button>
			</PlainPage>
		);
	}
}
