/* What is made from the tables of the command and of the formats; each is printed on standard output. */
#ifndef TOOL_MANUAL_H
#define TOOL_MANUAL_H

void print_page(void);
void print_bash(void);
void print_zsh(void);
void print_fish(void);
/* The types of the formats' files, for desktops (shared-mime-info) and for file(1). */
void print_mime(void);
void print_magic(void);
/* What opens files of these types, and what draws them for file managers. */
void print_desktop(void);
void print_thumbnailer(void);

#endif
