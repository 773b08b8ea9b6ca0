/** The texts in French of those who come to the server: applicants to be let in, and invitations to a name. */
export const TEXTS = {
  // those who wait to be let in
  is_at_the_door: "{name} attend à la porte.",
  and_more: "et {count} autre | et {count} autres",
  let_in: "Laisser entrer",
  not_now: "Pas maintenant",
  lets_in: "Vous laissez entrer {name}.",
  put_off: "{name} continue d'attendre : seul le responsable du serveur peut refuser. Le menu montre qui attend.",
  waits_no_more: "{name} n'attend plus.",
  // invitations
  their_name: "Son nom",
  make_invitation: "Inviter",
  about_invitation:
    "Le lien donne ce nom, pour de bon, à la première personne qui l'ouvre : envoyez-le à elle seule.",
  invitation_for: "Invitation pour {name}",
  ends_at: "Valable jusqu'au {at}. Copiez le lien maintenant : il n'est gardé nulle part.",
  cannot_invite_not_members: "Sur ce serveur, seul le responsable invite par un nom : demandez-lui.",
  cannot_invite_no_name:
    "Vous êtes de passage : seuls les joueurs qui possèdent leur nom, par une invitation, peuvent inviter.",
  cannot_invite_brought_in:
    "Un autre joueur vous a fait entrer il y a peu : vous ne pouvez pas encore inviter quelqu'un vous-même.",
  cannot_invite_address: "C'est une adresse, pas un nom. Choisissez-en un autre.",
  cannot_invite_reserved: "Ce nom est réservé à quelqu'un qui est déjà invité. Choisissez-en un autre.",
  cannot_invite_taken: "Ce nom est déjà pris : il appartient à un autre joueur. Choisissez-en un autre.",
  cannot_invite_too_many:
    "Vous avez trop d'invitations en cours : attendez que l'une d'elles soit utilisée ou arrive à son terme.",
  cannot_invite: "Pas d'invitation : ce nom est déjà pris ou réservé, ou vous avez trop d'invitations en cours.",
};
