import { sizeText } from "#contract/format/size.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { ClientDialog } from "./client-dialog.tsx";
import { changeClient, clientFileUrl, deleteClient } from "./clients-api.ts";

/** What someone wants to do with a client. */
export type Asked = { type: "edit" | "archive" | "restore" | "hand-over" | "delete"; client: Client };

type Props = Here & { asked: Asked; onClose(): void };

function HandOver({ client, scope, onClose }: Props & { client: Client }) {
	const online = useOnline();
	return (
		<Modal title="Hand over" subtitle={client.name} onClose={onClose}>
			<div className="grid gap-2 text-15">
				<p>
					One file with all that is known about {client.name}: hosts, scans, findings, decisions, schedules, reports and
					evidence, and a page that opens without a connection. Another workspace can take it in under Settings,
					Clients.
				</p>
				<p>
					It holds up to {sizeText(CLIENT_FILE_BYTES)}. Files of evidence that do not fit are named on its page. Their
					custody lists say that you opened them.
				</p>
				<p>Nothing is deleted here. The audit log records who downloaded it.</p>
			</div>
			{online ? (
				<FileLinks files={[{ label: "Download the file", href: clientFileUrl(scope, client.id), download: "" }]} />
			) : (
				<p className="mt-4 text-15">The file comes from the server, and there is no connection right now.</p>
			)}
		</Modal>
	);
}

/** The dialog for what was chosen from a client's menu. */
export function ClientQuestions(props: Props) {
	const { asked, scope, withSession, onClose } = props;
	const { client } = asked;
	const change = useChange(withSession);
	const archive = (archived: boolean) => changeClient(scope, client.id, { archived, version: client.version });
	switch (asked.type) {
		case "edit":
			return <ClientDialog {...props} client={client} />;
		case "hand-over":
			return <HandOver {...props} client={client} />;
		case "archive":
			return (
				<AskDialog
					title={`Archive ${client.name}?`}
					labels={{ yes: "Archive", busy: "Archiving", no: "Cancel", failed: "Not archived" }}
					change={change}
					run={() => archive(true)}
					onClose={onClose}
					onDone={() => void notify({ title: "Archived", text: `${client.name} is in the list of archived clients.` })}
				>
					<ul className="grid list-disc gap-2 ps-5 text-15">
						<li>Nothing new is created for it, and its schedules pause.</li>
						<li>Scans that are running finish as usual.</li>
						<li>Everything can still be read, and you can restore it.</li>
					</ul>
				</AskDialog>
			);
		case "restore":
			return (
				<AskDialog
					title={`Restore ${client.name}?`}
					labels={{ yes: "Restore", busy: "One moment…", no: "Cancel", failed: "Still archived" }}
					change={change}
					run={() => archive(false)}
					onClose={onClose}
					onDone={() => void notify({ title: "Restored", text: `Work for ${client.name} can go on.` })}
				>
					<p className="text-15">Members can work for it again. Its schedules stay paused until you resume them.</p>
				</AskDialog>
			);
		case "delete":
			return (
				<AskDialog
					title={`Delete ${client.name}?`}
					labels={{ yes: "Delete for good", busy: "Deleting", no: "Keep", failed: "Not deleted" }}
					change={change}
					run={({ name = "" }) => deleteClient(scope, client.id, name)}
					onClose={onClose}
					onDone={() => void notify({ title: "Deleted", text: client.name })}
				>
					{(errors, submitting) => (
						<>
							<p className="text-15">
								This deletes the client with its hosts, scans, findings, decisions, schedules, reports and evidence. Its
								guests lose access. It cannot be undone. To keep a copy, hand it over first, and look at its page for
								files that did not fit.
							</p>
							<FormField
								id="delete-client"
								name="name"
								label={`Type ${client.name} to delete it`}
								error={errors.name}
								readOnly={submitting}
								required
								autoComplete="off"
								autoCorrect="off"
								spellCheck={false}
							/>
						</>
					)}
				</AskDialog>
			);
	}
}
