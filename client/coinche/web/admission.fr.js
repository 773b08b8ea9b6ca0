/** The texts in French of those who come to the server: newcomers to be let in, and invitations to a name. */
export const TEXTS = {
  // newcomers
  at_the_door: "{name} attend à la porte.",
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
  only_operator_invites: "Sur ce serveur, seul le responsable invite par un nom : demandez-lui.",
  guests_do_not_invite:
    "Vous êtes de passage : seuls les joueurs qui possèdent leur nom, par une invitation, peuvent inviter.",
  cannot_invite: "Pas d'invitation : ce nom est déjà pris ou réservé, ou vous avez déjà cinq invitations en cours.",
};
