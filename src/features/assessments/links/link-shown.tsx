import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

type Props = { email: string; url: string; onClose(): void };

/** A link that was just made. This is the only time it is shown. */
export const LinkShown = ({ email, url, onClose }: Props) => (
	<div className="grid gap-4">
		<p role="status" className="wrap-anywhere text-15">
			An email with a link is on its way to <b className="font-semibold">{email}</b>. The link below works as well, and
			this is the only time it is shown. Either one needs a code from that mailbox.
		</p>
		<TextField id="respondent-url" label="Link" readOnly value={url} />
		<CopyButton text={url} what="the link" />
		<Button variant="primary" onClick={onClose}>
			Done
		</Button>
	</div>
);
