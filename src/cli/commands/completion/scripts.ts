/** The completion scripts. Each gets the candidates from `buybox complete` and shows them in the way of its shell. */

const BASH = `# Completion of buybox: eval "$(buybox completion bash)"
_buybox() {
  local current="\${COMP_WORDS[COMP_CWORD]}" kind="" line
  [[ $current == "=" ]] && current=""
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind="$line"; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(buybox complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case "$kind" in
    files) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
    folders) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
    list) compopt -o nospace 2>/dev/null ;;
  esac
}
complete -F _buybox buybox`;

const ZSH = `#compdef buybox
# Completion of buybox: eval "$(buybox completion zsh)"
_buybox() {
  local -a lines items
  local line about
  lines=("\${(@f)$(buybox complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case "$lines[1]" in
    files) _files ;;
    folders) _files -/ ;;
    *)
      for line in "\${(@)lines[2,-1]}"; do
        about="\${line#*$'\\t'}"
        items+=("\${\${line%%$'\\t'*}//:/\\\\:}\${about:+:$about}")
      done
      if [[ "$lines[1]" == list ]]; then _describe buybox items -S ''; else _describe buybox items; fi ;;
  esac
}
if [[ "$funcstack[1]" == _buybox ]]; then _buybox "$@"; else compdef _buybox buybox; fi`;

const FISH = `# Completion of buybox: buybox completion fish > ~/.config/fish/completions/buybox.fish
function __buybox_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (buybox complete -- $words[2..-1] "$current" 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path "$current"
        case folders
            __fish_complete_directories "$current"
        case '*'
            printf '%s\\n' $lines[2..-1]
    end
end
complete -c buybox -f -a '(__buybox_complete)'`;

/** The scripts by shell. */
export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
