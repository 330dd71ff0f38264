# Where the server is: what somebody typed here, or what the server wrote into the package that it gave out.
.class public Lde/magazin/app/Address;
.super Ljava/lang/Object;
.implements Landroid/content/DialogInterface$OnClickListener;

.field final main:Lde/magazin/app/Main;
.field final typed:Landroid/widget/EditText;

.method constructor <init>(Lde/magazin/app/Main;Landroid/widget/EditText;)V
    .locals 0
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lde/magazin/app/Address;->main:Lde/magazin/app/Main;
    iput-object p2, p0, Lde/magazin/app/Address;->typed:Landroid/widget/EditText;
    return-void
.end method

# An origin like https://192.168.1.20:8443, or nothing.
.method public static read(Landroid/content/Context;)Ljava/lang/String;
    .locals 3
    invoke-static {p0}, Lde/magazin/app/Address;->store(Landroid/content/Context;)Landroid/content/SharedPreferences;
    move-result-object v0
    const-string v1, "server"
    const-string v2, ""
    invoke-interface {v0, v1, v2}, Landroid/content/SharedPreferences;->getString(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/String;->isEmpty()Z
    move-result v2
    if-eqz v2, :typed
    invoke-static {p0}, Lde/magazin/app/Address;->given(Landroid/content/Context;)Lorg/json/JSONObject;
    move-result-object v0
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->optString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    :typed
    return-object v0
.end method

# Whether this version takes the scans of the built-in scanner as broadcasts; others get them as keys.
.method public static takesBroadcasts(Landroid/content/Context;)Z
    .locals 2
    invoke-static {p0}, Lde/magazin/app/Address;->given(Landroid/content/Context;)Lorg/json/JSONObject;
    move-result-object v0
    const-string v1, "broadcasts"
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->optBoolean(Ljava/lang/String;)Z
    move-result v0
    return v0
.end method

# Same scheme, host and port as the server.
.method public static isOurs(Landroid/content/Context;Landroid/net/Uri;)Z
    .locals 2
    invoke-static {p0}, Lde/magazin/app/Address;->read(Landroid/content/Context;)Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->getAuthority()Ljava/lang/String;
    move-result-object v0
    invoke-virtual {p1}, Landroid/net/Uri;->getAuthority()Ljava/lang/String;
    move-result-object v1
    if-eqz v1, :no
    invoke-static {v0, v1}, Landroid/text/TextUtils;->equals(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Z
    move-result v0
    if-eqz v0, :no
    const-string v0, "https"
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

.method public static ask(Lde/magazin/app/Main;)V
    .locals 4
    new-instance v0, Landroid/widget/EditText;
    invoke-direct {v0, p0}, Landroid/widget/EditText;-><init>(Landroid/content/Context;)V
    # an address: no capital at its start, no suggestions
    const/16 v1, 0x11
    invoke-virtual {v0, v1}, Landroid/widget/EditText;->setInputType(I)V
    const-string v1, "https://192.168.1.20:8443"
    invoke-virtual {v0, v1}, Landroid/widget/EditText;->setHint(Ljava/lang/CharSequence;)V
    invoke-static {p0}, Lde/magazin/app/Address;->read(Landroid/content/Context;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Landroid/widget/EditText;->setText(Ljava/lang/CharSequence;)V
    new-instance v1, Lde/magazin/app/Address;
    invoke-direct {v1, p0, v0}, Lde/magazin/app/Address;-><init>(Lde/magazin/app/Main;Landroid/widget/EditText;)V
    new-instance v2, Landroid/app/AlertDialog$Builder;
    invoke-direct {v2, p0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    const-string v3, "Adresse des Servers"
    invoke-virtual {v2, v3}, Landroid/app/AlertDialog$Builder;->setTitle(Ljava/lang/CharSequence;)Landroid/app/AlertDialog$Builder;
    invoke-virtual {v2, v0}, Landroid/app/AlertDialog$Builder;->setView(Landroid/view/View;)Landroid/app/AlertDialog$Builder;
    const-string v3, "Öffnen"
    invoke-virtual {v2, v3, v1}, Landroid/app/AlertDialog$Builder;->setPositiveButton(Ljava/lang/CharSequence;Landroid/content/DialogInterface$OnClickListener;)Landroid/app/AlertDialog$Builder;
    const-string v3, "Abbrechen"
    const/4 v1, 0x0
    invoke-virtual {v2, v3, v1}, Landroid/app/AlertDialog$Builder;->setNegativeButton(Ljava/lang/CharSequence;Landroid/content/DialogInterface$OnClickListener;)Landroid/app/AlertDialog$Builder;
    invoke-virtual {v2}, Landroid/app/AlertDialog$Builder;->show()Landroid/app/AlertDialog;
    return-void
.end method

# Open: keeps the address that was typed. An empty one is that of the package again.
.method public onClick(Landroid/content/DialogInterface;I)V
    .locals 3
    iget-object v0, p0, Lde/magazin/app/Address;->typed:Landroid/widget/EditText;
    invoke-virtual {v0}, Landroid/widget/EditText;->getText()Landroid/text/Editable;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Lde/magazin/app/Address;->originOf(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lde/magazin/app/Address;->main:Lde/magazin/app/Main;
    invoke-static {v1}, Lde/magazin/app/Address;->store(Landroid/content/Context;)Landroid/content/SharedPreferences;
    move-result-object v2
    invoke-interface {v2}, Landroid/content/SharedPreferences;->edit()Landroid/content/SharedPreferences$Editor;
    move-result-object v2
    const-string p1, "server"
    invoke-interface {v2, p1, v0}, Landroid/content/SharedPreferences$Editor;->putString(Ljava/lang/String;Ljava/lang/String;)Landroid/content/SharedPreferences$Editor;
    invoke-interface {v2}, Landroid/content/SharedPreferences$Editor;->commit()Z
    invoke-virtual {v1}, Lde/magazin/app/Main;->open()V
    return-void
.end method

# People type 192.168.1.20:8443, or copy the address of a page.
.method static originOf(Ljava/lang/String;)Ljava/lang/String;
    .locals 2
    invoke-virtual {p0}, Ljava/lang/String;->trim()Ljava/lang/String;
    move-result-object p0
    const-string v0, "^[a-zA-Z]+://"
    const-string v1, ""
    invoke-virtual {p0, v0, v1}, Ljava/lang/String;->replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object p0
    const-string v0, "/.*$"
    invoke-virtual {p0, v0, v1}, Ljava/lang/String;->replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object p0
    invoke-virtual {p0}, Ljava/lang/String;->isEmpty()Z
    move-result v0
    if-nez v0, :none
    const-string v0, "https://"
    invoke-virtual {v0, p0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object p0
    :none
    return-object p0
.end method

.method static store(Landroid/content/Context;)Landroid/content/SharedPreferences;
    .locals 2
    const-string v0, "magazin"
    const/4 v1, 0x0
    invoke-virtual {p0, v0, v1}, Landroid/content/Context;->getSharedPreferences(Ljava/lang/String;I)Landroid/content/SharedPreferences;
    move-result-object v0
    return-object v0
.end method

# assets/server.json; an empty object where it cannot be read.
.method static given(Landroid/content/Context;)Lorg/json/JSONObject;
    .locals 4
    :try_start
    invoke-virtual {p0}, Landroid/content/Context;->getAssets()Landroid/content/res/AssetManager;
    move-result-object v0
    const-string v1, "server.json"
    invoke-virtual {v0, v1}, Landroid/content/res/AssetManager;->open(Ljava/lang/String;)Ljava/io/InputStream;
    move-result-object v0
    invoke-virtual {v0}, Ljava/io/InputStream;->available()I
    move-result v1
    new-array v1, v1, [B
    invoke-virtual {v0, v1}, Ljava/io/InputStream;->read([B)I
    invoke-virtual {v0}, Ljava/io/InputStream;->close()V
    new-instance v2, Ljava/lang/String;
    const-string v3, "UTF-8"
    invoke-direct {v2, v1, v3}, Ljava/lang/String;-><init>([BLjava/lang/String;)V
    new-instance v0, Lorg/json/JSONObject;
    invoke-direct {v0, v2}, Lorg/json/JSONObject;-><init>(Ljava/lang/String;)V
    :try_end
    .catch Ljava/lang/Exception; {:try_start .. :try_end} :none
    return-object v0
    :none
    move-exception v0
    new-instance v0, Lorg/json/JSONObject;
    invoke-direct {v0}, Lorg/json/JSONObject;-><init>()V
    return-object v0
.end method
